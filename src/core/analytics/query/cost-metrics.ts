import { unmatchedName } from '#contract/analytics/report-filters';
import { calendarDays, type DayClicks, type Part, spent } from '#core/analytics/costs';
import { daysBetween } from '#core/analytics/periods';
import type { AnalyticsPorts } from '#core/analytics/ports';
import type { Condition, Scope } from '#core/analytics/reading';
import { noneName } from '#core/analytics/report/filters';
import type { Cost } from '#contract/analytics/costs';
import type { QueryQuestion } from './question.ts';
import type { QueryRow } from './reading.ts';

/** What the rows of a question cost, in cents; null where it cannot be given exactly. */
export type CostsOf = {
  readonly total: number | null;
  ofRow(row: Pick<QueryRow, 'unit' | 'values'>): number | null;
  /** Why numbers are null, and what no row has. */
  readonly warnings: readonly string[];
};

type Asked = { readonly question: QueryQuestion; readonly scope: Scope | undefined };

/** The costs of a question; null when it does not ask for them. */
export async function costsOfQuery(
  ports: AnalyticsPorts,
  userId: string,
  { question, scope }: Asked,
): Promise<CostsOf | null> {
  const { metrics, currency, period } = question;
  const isAsked = metrics.includes('cost') || metrics.includes('roi');
  if (!isAsked || scope === undefined || currency === null) return null;

  const all = await ports.costs.of(userId);
  const costs = all.filter((each) => each.currency === currency);
  const [from, to] = [Temporal.PlainDate.from(period.from), Temporal.PlainDate.from(period.to)];
  const { dates, boundariesMs } = daysBetween(from, to, period.timeZone);
  const reading = await ports.reports.costed(scope, {
    period: { boundariesMs },
    links: distinct(costs.map(({ linkId }) => linkId)),
    campaigns: distinct(costs.map(({ campaign }) => campaign)),
    currency,
  });
  const dayOf = new Map(dates.map((date, index) => [boundariesMs[index], date]));
  const clicks = reading.clicks.map((each) => ({ ...each, day: dayOf.get(each.unitMs) ?? '' }));
  return costsOf(question, { costs, clicks, part: partOf(scope.conditions ?? []) });
}

function costsOf(
  question: QueryQuestion,
  {
    costs,
    clicks,
    part,
  }: {
    readonly costs: readonly Cost[];
    readonly clicks: readonly DayClicks[];
    readonly part: Part;
  },
): CostsOf {
  const { period, dimensions, time } = question;
  const days = calendarDays(period.from, period.to);
  const units = days.map((day) => period.starts.findLastIndex((start) => start <= day));
  const by = dimensions.includes('link')
    ? 'linkId'
    : dimensions.includes('utmCampaign')
      ? 'campaign'
      : null;
  const clicksOf = Map.groupBy(clicks, (each) => (by === null ? null : each[by]));
  const warnings = new Set<string>();
  const centsOf = (of: Part, own: readonly DayClicks[]) => {
    const found = spent(costs, of, { days, clicks: own });
    if ('cents' in found) return found.cents;
    warnings.add(found.reason);
    return null;
  };
  const total = centsOf(part, clicks);
  const known = new Map<string, readonly number[] | null>();
  const ofValue = (value: string) => {
    const isIt = (other: string) => other === value;
    const own = by === 'linkId' ? { ...part, hasLink: isIt } : { ...part, hasCampaign: isIt };
    const cents = known.get(value) ?? centsOf(own, clicksOf.get(value) ?? []);
    known.set(value, cents);
    return cents;
  };
  return {
    total: total && sumOf(total),
    ofRow({ unit, values: [value = ''] }) {
      if (by !== null && (value === noneName || value === unmatchedName)) return null;
      const cents = by === null ? total : ofValue(value);
      return cents && sumOf(cents.filter((_, day) => time === null || units[day] === unit));
    },
    get warnings() {
      const isWithoutRow = by !== null && costs.some((cost) => isWithoutClicks(cost, by, clicks));
      return [...warnings, ...(isWithoutRow ? [withoutRow] : [])];
    },
  };
}

const withoutRow =
  'Some costs are of links or campaigns without clicks in this range: the totals include them, and rows only where there are conversions.';

function isWithoutClicks(
  cost: Cost,
  by: 'linkId' | 'campaign',
  clicks: readonly DayClicks[],
): boolean {
  const target = cost[by];
  return target !== null && !clicks.some((each) => each[by] === target);
}

/** The part of all clicks that passes the conditions. */
function partOf(conditions: readonly Condition[]): Part {
  const ofLinks: ((linkId: string) => boolean)[] = [];
  const ofCampaigns: ((campaign: string) => boolean)[] = [];
  let isNarrowed = false;
  for (const condition of conditions) {
    if (condition.kind === 'links') {
      const { ids, isComplement } = condition.set;
      ofLinks.push((id) => ids.includes(id.replaceAll('-', '')) !== isComplement);
    } else if (condition.property === 'link') ofLinks.push(fits(condition));
    else if (condition.property === 'utmCampaign') ofCampaigns.push(fits(condition));
    else isNarrowed = true;
  }
  const all = (of: readonly ((name: string) => boolean)[]) =>
    of.length === 0 ? null : (name: string) => of.every((passes) => passes(name));
  return { hasLink: all(ofLinks), hasCampaign: all(ofCampaigns), isNarrowed };
}

function fits({ isPart, isNegated, values }: Extract<Condition, { kind: 'values' }>) {
  return (name: string): boolean => {
    const isIt = isPart
      ? values.some((value) => name.toLowerCase().includes(value.toLowerCase()))
      : values.includes(name);
    return isIt !== isNegated;
  };
}

function distinct(values: readonly (string | null)[]): readonly string[] {
  return [...new Set(values)].filter((value) => value !== null);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
