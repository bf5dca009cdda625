import type { Cost } from '#contract/analytics/costs';
import { unmatchedName } from '#contract/analytics/report-filters';
import { type Counted, type DayClicks, type Part, spent } from '#core/analytics/costs';
import type { AnalyticsPorts } from '#core/analytics/ports';
import type { Scope } from '#core/analytics/reading';
import {
  costedEvents,
  type CostedReports,
  partOfConditions,
  slicesOf,
  sumOf,
} from '#core/analytics/report/costed';
import { noneName } from '#core/analytics/report/filters';
import type { QueryQuestion } from './question.ts';
import type { QueryRow } from './reading.ts';
import { comparedPlaces, type QueryPeriod } from './units.ts';

type CostedRow = Pick<QueryRow, 'unit' | 'values'>;

/** What something cost in cents; null where it cannot be given exactly. */
export type SpansCost = { readonly asked: number | null; readonly compared: number | null };

/** What the rows of a question cost. */
export type CostsOf = {
  readonly total: SpansCost;
  ofRow(row: CostedRow): SpansCost;
  /** Why numbers are null, and what no row has. */
  readonly warnings: () => readonly string[];
};

type Asked = {
  readonly question: QueryQuestion;
  readonly scope: Scope;
  /** Of the page. */
  readonly rows: readonly CostedRow[];
};

type CostPorts = CostedReports & { readonly costs: Pick<AnalyticsPorts['costs'], 'of'> };

/** The costs of a question; null when it does not ask for them. */
export async function costsOfQuery(
  ports: CostPorts,
  userId: string,
  asked: Asked,
): Promise<CostsOf | null> {
  const { metrics, currency, period, compared } = asked.question;
  const isAsked = metrics.includes('cost') || metrics.includes('roi');
  if (!isAsked || currency === null) return null;
  const costs = (await ports.costs.of(userId)).filter((each) => each.currency === currency);
  if (costs.length === 0) return withoutCosts(asked.question);
  const ofAsked = await costsInSpan(ports, { ...asked, costs, span: period, currency });
  const ofCompared =
    compared && (await costsInSpan(ports, { ...asked, costs, span: compared, currency }));
  return {
    total: { asked: ofAsked.total, compared: ofCompared && ofCompared.total },
    ofRow: (row) => ({ asked: ofAsked.ofRow(row), compared: ofCompared && ofCompared.ofRow(row) }),
    warnings: () => [...ofAsked.warnings(), ...(ofCompared?.warnings() ?? [])],
  };
}

/** Nothing costs anything: the clicks need not be read. */
function withoutCosts({ dimensions, compared }: QueryQuestion): CostsOf {
  const nothing = { asked: 0, compared: compared && 0 };
  const none = { asked: null, compared: null };
  const hasNames = costedDimension(dimensions) !== null;
  return {
    total: nothing,
    ofRow: (row) => (hasNames && !isNamed(valueOf(row)) ? none : nothing),
    warnings: () => [],
  };
}

type InSpan = Asked & {
  readonly costs: readonly Cost[];
  readonly span: QueryPeriod;
  readonly currency: NonNullable<QueryQuestion['currency']>;
};

/** The costs in one of the question's spans. */
async function costsInSpan(
  ports: CostedReports,
  { question, scope, rows, costs, span, currency }: InSpan,
) {
  const { period, dimensions, time } = question;
  const by = costedDimension(dimensions);
  const values = by === null ? [] : [...new Set(rows.map((row) => valueOf(row)))];
  const slices = slicesOf(values.filter(isNamed).map((value) => ({ value })));
  const untilMs = span.boundariesMs.at(-1) ?? Infinity;
  const read = (shown: readonly string[]) =>
    costedEvents(ports, scope, {
      period: { ...span, ...(span !== period && { untilMs }) },
      costs,
      currency,
      links: by === 'linkId' ? shown : [],
      campaigns: by === 'campaign' ? shown : [],
    });
  const warnings = new Set<string>();
  const centsOf = (of: Part, events: Counted) => {
    const found = spent(costs, of, events);
    if ('cents' in found) return found.cents;
    warnings.add(found.reason);
    return null;
  };

  const first = await read((slices[0] ?? []).map(({ value }) => value));
  const part = partOfConditions(scope.conditions ?? [], first.passingCampaigns);
  const total = centsOf(part, first);
  const byValue = new Map<string, readonly number[] | null>();
  for (const [index, slice] of slices.entries()) {
    // One statement at a time: each reads all clicks that have costs.
    // oxlint-disable-next-line no-await-in-loop
    const events = index === 0 ? first : await read(slice.map(({ value }) => value));
    const clicksOf = Map.groupBy(events.clicks, (each) => by && each[by]);
    for (const { value } of slice) {
      const isIt = (other: string) => other === value;
      const own = by === 'linkId' ? { ...part, hasLink: isIt } : { ...part, hasCampaign: isIt };
      byValue.set(value, centsOf(own, { ...events, clicks: clicksOf.get(value) ?? [] }));
    }
  }

  const unitOfDay = unitsOf(first.days, { span, period });
  return {
    total: total && sumOf(total),
    ofRow(row: CostedRow): number | null {
      const cents = by === null ? total : (byValue.get(valueOf(row)) ?? null);
      return cents && sumOf(cents.filter((_, day) => time === null || unitOfDay[day] === row.unit));
    },
    warnings: () => {
      const isWithoutRow =
        by !== null && costs.some((cost) => isWithoutClicks(cost, by, first.clicks));
      return [...warnings, ...(isWithoutRow ? [withoutRow] : [])];
    },
  };
}

function costedDimension(dimensions: QueryQuestion['dimensions']): 'linkId' | 'campaign' | null {
  if (dimensions.includes('link')) return 'linkId';
  return dimensions.includes('utmCampaign') ? 'campaign' : null;
}

function valueOf({ values: [value = ''] }: CostedRow): string {
  return value;
}

/** Clicks without a campaign, and conversions without a click, have no costs of their own. */
function isNamed(value: string): boolean {
  return value !== noneName && value !== unmatchedName;
}

/** The unit of the question's period in which, or with which, each day of the span is counted. */
function unitsOf(
  days: readonly string[],
  { span, period }: { readonly span: QueryPeriod; readonly period: QueryPeriod },
): readonly number[] {
  const places = span === period ? null : comparedPlaces(period, span);
  return days.map((day) => {
    const unit = span.starts.findLastIndex((start) => start <= day);
    return places === null ? unit : (places[unit] ?? -1);
  });
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
