import type { Cost, CostNumbers, ReportCosts } from '#contract/analytics/costs';
import { currencies, type Currency } from '#contract/money';
import { type Dimension, unmatchedName } from '#contract/analytics/report-filters';
import { calendarDays, type DayClicks, type Part, type Spent, spent } from '#core/analytics/costs';
import { daysBetween, type Period } from '#core/analytics/periods';
import type { AnalyticsPorts } from '#core/analytics/ports';
import type { CostedReading, LinkSet } from '#core/analytics/reading';
import { apportion } from '#core/shared/apportion';
import { answerReport } from './answer-report.ts';
import { mapLists } from './dimensions.ts';
import { type Filters, noneName } from './filters.ts';
import { type ListPage, type ListQuestion, listValues } from './lists.ts';
import type { ReportQuestion } from './report-question.ts';
import type { Report, ReportRow } from './report.ts';
import { reportScope } from './report-scope.ts';

/** What counts costs. */
export type CostPorts = Omit<AnalyticsPorts, 'clock'>;

/** Whole days of a time zone. */
type Days = Pick<Period, 'from' | 'to' | 'timeZone'>;

type Question = {
  readonly period: Days;
  readonly filters: Filters;
  /** Null: US dollars, or else the first currency in which the account has costs. */
  readonly currency: Currency | null;
};

type Row = Pick<ReportRow, 'value' | 'clicks'>;

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
  const { period } = question;
  const { currency, days } = costed;
  const money = totals.money.find((entry) => entry.currency === currency);
  const cost = costOf(costed, costed.part, costed.clicks);
  const isByDay = period.unit === 'day' && period.starts.length === days.length;
  return {
    ...report,
    lists: mapLists(lists, (list, dimension) => ({
      ...list,
      rows: rowsWithCosts(costed, dimension, list.rows),
    })),
    costs: {
      currencies: [...costed.currencies],
      ...numbersOf(cost, {
        currency,
        clicks: totals.clicks,
        revenueCents: money?.revenueCents ?? 0,
      }),
      series: isByDay && 'cents' in cost ? [...cost.cents] : null,
    },
  };
}

/** One page of a list, with the costs of its links or campaigns. */
export async function listWithCosts(
  ports: AnalyticsPorts,
  userId: string,
  question: ListQuestion,
): Promise<ListPage> {
  const page = await listValues(ports, userId, question);
  const { dimension } = question;
  if (dimension !== 'links' && dimension !== 'utmCampaigns') return page;
  const costed = await readCosted(ports, userId, {
    ...question,
    shown:
      dimension === 'links'
        ? { links: page.rows, campaigns: [] }
        : { links: [], campaigns: page.rows },
  });
  return costed === null ? page : { ...page, rows: rowsWithCosts(costed, dimension, page.rows) };
}

/** Some of a link's clicks, and what they brought in each currency. */
export type ClicksPart = {
  readonly clicks: number;
  readonly money: readonly { readonly currency: string; readonly revenueCents: number }[];
};

/**
 * What parts of a link's clicks cost in a period, an entry for each currency in which they cost
 * something. The parts share the link's cost by their clicks, to the cent; the last one also pays for
 * the clicks that are in no part.
 */
export async function sharedCosts(
  ports: CostPorts,
  { userId, linkId }: { readonly userId: string; readonly linkId: string },
  { period, parts }: { readonly period: Days; readonly parts: readonly ClicksPart[] },
): Promise<readonly (readonly CostNumbers[])[]> {
  const own = (await ports.costs.of(userId)).filter(
    (cost) => cost.linkId === null || cost.linkId === linkId,
  );
  const filters = { class: ['human'], link: [linkId] };
  const shown = { links: [{ value: linkId, clicks: 0 }], campaigns: [] };
  const found = await Promise.all(
    currencies
      .filter((code) => own.some(({ currency }) => currency === code))
      .map((currency) => readCosted(ports, userId, { period, filters, currency, shown })),
  );
  return found.flatMap((costed) => {
    const shared = costed && numbersOfParts(costed, parts);
    return shared ? [shared] : [];
  });
}

/** Null when the clicks cost nothing. */
function numbersOfParts(
  costed: Costed,
  parts: readonly ClicksPart[],
): readonly CostNumbers[] | null {
  const { currency } = costed;
  const total = costOf(costed, costed.part, costed.clicks);
  if ('cents' in total && sumOf(total.cents) === 0) return null;
  // All clicks that were read are the link's.
  const all = sumOf(costed.clicks.map(({ clicks }) => clicks));
  const others = sumOf(parts.slice(0, -1).map(({ clicks }) => clicks));
  const weights = [...parts.slice(0, -1).map(({ clicks }) => clicks), Math.max(0, all - others)];
  const shares = 'cents' in total ? apportion(sumOf(total.cents), weights) : null;
  return parts.map(({ money }, index) => {
    const cost = shares === null ? total : { cents: [shares[index] ?? 0] };
    const revenueCents = money.find((each) => each.currency === currency)?.revenueCents ?? 0;
    return numbersOf(cost, { currency, clicks: weights[index] ?? 0, revenueCents });
  });
}

type Costed = {
  readonly currency: Currency;
  readonly currencies: readonly Currency[];
  readonly costs: readonly Cost[];
  readonly days: readonly string[];
  readonly part: Part;
  /** Whether only clicks of people are counted. */
  readonly isOfPeople: boolean;
  readonly clicks: readonly DayClicks[];
  readonly revenue: CostedReading['revenue'];
};

/** Rows whose own numbers are wanted. */
type Shown = { readonly links: readonly Row[]; readonly campaigns: readonly Row[] };

/** What costs are counted with: of everything that has costs, and of the rows that are shown. */
async function readCosted(
  ports: CostPorts,
  userId: string,
  { period, filters, currency: asked, shown }: Question & { readonly shown: Shown },
): Promise<Costed | null> {
  const all = await ports.costs.of(userId);
  const used = [...new Set(all.map((each) => each.currency))].toSorted();
  const currency = asked ?? (used.includes('USD') ? 'USD' : used[0]);
  const costs = all.filter((each) => each.currency === currency);
  if (currency === undefined || costs.length === 0) return null;

  const scope = await reportScope(ports, userId, filters);
  const from = Temporal.PlainDate.from(period.from);
  const { dates, boundariesMs } = daysBetween(
    from,
    Temporal.PlainDate.from(period.to),
    period.timeZone,
  );
  const reading = await ports.reports.costed(scope, {
    period: { boundariesMs },
    links: distinct([
      ...costs.map(({ linkId }) => linkId),
      ...shown.links.map(({ value }) => value),
    ]),
    campaigns: distinct([
      ...costs.map(({ campaign }) => campaign),
      ...shown.campaigns.map(({ value }) => value),
    ]),
    currency,
  });
  const dayOf = new Map(dates.map((date, index) => [boundariesMs[index], date]));
  return {
    currency,
    currencies: used,
    costs,
    days: calendarDays(period.from, period.to),
    part: partOf(filters, scope.among),
    isOfPeople: filters.class.every((name) => name === 'human'),
    clicks: reading.clicks.map((each) => ({ ...each, day: dayOf.get(each.unitMs) ?? '' })),
    revenue: reading.revenue,
  };
}

function partOf(filters: Filters, among: LinkSet | null): Part {
  const { link, utm_campaign: campaign, tag: _, folder: __, class: ___, ...others } = filters;
  const isAmong = (id: string) =>
    among === null || among.ids.includes(id.replaceAll('-', '')) !== among.isComplement;
  const isOfLinks = link !== undefined || among !== null;
  return {
    hasLink: isOfLinks ? (id) => (link === undefined || link.includes(id)) && isAmong(id) : null,
    hasCampaign: campaign ? (name) => campaign.includes(name) : null,
    isNarrowed: Object.keys(others).length > 0,
  };
}

/** The rows of a list, those of links and campaigns with their costs. */
function rowsWithCosts(
  costed: Costed,
  dimension: Dimension,
  rows: readonly ReportRow[],
): readonly ReportRow[] {
  if (dimension !== 'links' && dimension !== 'utmCampaigns') return rows;
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

const onlyPeople = 'Costs are for the clicks of people alone, and the filter Visits counts others.';

function costOf(
  { costs, days, isOfPeople }: Costed,
  part: Part,
  clicks: readonly DayClicks[],
): Spent {
  return isOfPeople ? spent(costs, part, { days, clicks }) : { reason: onlyPeople };
}

function numbersOf(
  cost: Spent,
  {
    currency,
    clicks,
    revenueCents,
  }: Pick<CostNumbers, 'currency' | 'revenueCents'> & {
    readonly clicks: number;
  },
): CostNumbers {
  const costCents = 'cents' in cost ? sumOf(cost.cents) : null;
  const isOfOthers = 'reason' in cost && cost.reason === onlyPeople;
  return {
    currency,
    costCents,
    revenueCents,
    roi: costCents === null || costCents === 0 ? null : (revenueCents - costCents) / costCents,
    perClickCents: clicks === 0 || isOfOthers ? null : revenueCents / clicks,
    reason: reasonOf(cost, costCents, clicks),
  };
}

function reasonOf(cost: Spent, costCents: number | null, clicks: number): string | null {
  if ('reason' in cost) return cost.reason;
  if (costCents === 0) return 'There are no costs here in this range.';
  return clicks === 0 ? 'There are no clicks in this range.' : null;
}

function distinct(values: readonly (string | null)[]): readonly string[] {
  return [...new Set(values)].filter((value) => value !== null && value !== '').map(String);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
