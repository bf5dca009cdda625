import type { ReportCosts } from '#contract/analytics/costs';
import { type Dimension, unmatchedName } from '#contract/analytics/report-filters';
import type { Period } from '#core/analytics/periods';
import type { AnalyticsPorts } from '#core/analytics/ports';
import { answerReport } from './answer-report.ts';
import { type Costed, costOf, numbersOf, readCosted, sumOf } from './costed.ts';
import { mapLists } from './dimensions.ts';
import { noneName } from './filters.ts';
import type { ReportQuestion } from './report-question.ts';
import type { Report, ReportRow } from './report.ts';

/** The report, with the costs of its rows and of all; null when the account has none in the currency. */
export async function reportWithCosts(
  ports: AnalyticsPorts,
  userId: string,
  question: ReportQuestion,
): Promise<Report & { readonly costs: ReportCosts | null }> {
  const report = await answerReport(ports, userId, question);
  const { lists, totals } = report;
  const costed = await readCosted(ports, userId, {
    ...question,
    shown: { links: lists.links?.rows ?? [], campaigns: lists.utmCampaigns?.rows ?? [] },
  });
  if (costed === null) return { ...report, costs: null };
  return {
    ...report,
    lists: mapLists(lists, (list, dimension) => ({
      ...list,
      rows: rowsWithCosts(costed, dimension, list.rows),
    })),
    costs: {
      currencies: [...costed.currencies],
      ...ofPeriod(costed, question.period, totals),
      compared: await comparedCosts(ports, userId, { question, report }),
    },
  };
}

/** The costs of the compared period, up to the same time of its last day; null without a comparison. */
async function comparedCosts(
  ports: AnalyticsPorts,
  userId: string,
  { question, report }: { readonly question: ReportQuestion; readonly report: Report },
): Promise<ReportCosts['compared']> {
  const { compared, filters, currency } = question;
  const { comparedTotals } = report;
  if (compared === null || comparedTotals === null) return null;
  const costed = await readCosted(ports, userId, {
    period: { ...compared, untilMs: compared.boundariesMs.at(-1) ?? Infinity },
    filters,
    currency,
    shown: { links: [], campaigns: [] },
  });
  return costed && ofPeriod(costed, compared, comparedTotals);
}

/** The numbers of all that was counted in a period. */
function ofPeriod(
  costed: Costed,
  { unit, starts }: Period,
  { clicks, money }: Pick<Report['totals'], 'clicks' | 'money'>,
) {
  const { currency, days } = costed;
  const cost = costOf(costed, costed.part, costed.clicks);
  const revenueCents = money.find((each) => each.currency === currency)?.revenueCents ?? 0;
  const isByDay = unit === 'day' && starts.length === days.length;
  return {
    ...numbersOf(cost, { currency, clicks, revenueCents }),
    series: isByDay && 'cents' in cost ? [...cost.cents] : null,
  };
}

/** Whether the rows of the list may have costs. */
function hasCosts(dimension: Dimension): boolean {
  return dimension === 'links' || dimension === 'utmCampaigns';
}

/** The rows of a list, those of links and campaigns with their costs. */
function rowsWithCosts(
  costed: Costed,
  dimension: Dimension,
  rows: readonly ReportRow[],
): readonly ReportRow[] {
  if (!hasCosts(dimension)) return rows;
  const named = dimension === 'links' ? 'linkId' : 'campaign';
  const clicksOf = Map.groupBy(costed.clicks, (each) => each[named]);
  const revenueOf = Map.groupBy(costed.revenue, (each) => each[named]);
  return rows.map((row) => {
    const { value } = row;
    if (value === '' || value === noneName || value === unmatchedName) return row;
    const isIt = (other: string) => other === value;
    const part =
      named === 'linkId'
        ? { ...costed.part, hasLink: isIt }
        : { ...costed.part, hasCampaign: isIt };
    const revenueCents = sumOf((revenueOf.get(value) ?? []).map(({ cents }) => cents));
    const cost = costOf(costed, part, clicksOf.get(value) ?? []);
    return {
      ...row,
      costs: numbersOf(cost, { currency: costed.currency, clicks: row.clicks, revenueCents }),
    };
  });
}
