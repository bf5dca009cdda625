import type { Cost, CostNumbers } from '#contract/analytics/costs';
import type { Currency } from '#contract/money';
import {
  calendarDays,
  type Counted,
  type DayClicks,
  type Part,
  type Spent,
  spent,
} from '#core/analytics/costs';
import { expiredMonths } from '#core/analytics/query/archive';
import { daysBetween, type Period } from '#core/analytics/periods';
import type { AnalyticsPorts } from '#core/analytics/ports';
import type { Condition, CostedReading, Scope } from '#core/analytics/reading';
import { utcMonth } from '#core/shared/time';
import { divided, type Filters, areOfPeople } from './filters.ts';
import type { ReportRow } from './report.ts';
import { reportScope } from './report-scope.ts';

/** Whole days of a time zone; with `untilMs` only those that begin before it, and clicks up to it. */
export type Days = Pick<Period, 'from' | 'to' | 'timeZone'> & { readonly untilMs?: number };

export type Question = {
  readonly period: Days;
  readonly filters: Filters;
  /** Null: US dollars, or else the first currency in which the account has costs. */
  readonly currency: Currency | null;
};

export type Row = Pick<ReportRow, 'value' | 'clicks'>;

export type Costed = {
  readonly currency: Currency;
  readonly currencies: readonly Currency[];
  readonly costs: readonly Cost[];
  readonly part: Part;
  /** Whether only clicks of people are counted. */
  readonly isOfPeople: boolean;
  readonly revenue: CostedReading['revenue'];
} & Counted;

/** Rows whose own numbers are wanted. */
type Shown = { readonly links: readonly Row[]; readonly campaigns: readonly Row[] };

/** The costs in the currency, or in the one that stands first when none is asked for. */
function costsIn(all: readonly Cost[], asked: Currency | null) {
  const used = [...new Set(all.map((each) => each.currency))].toSorted();
  const currency = asked ?? (used.includes('USD') ? 'USD' : used[0]);
  return { currency, currencies: used, costs: all.filter((each) => each.currency === currency) };
}

/** What costs are counted with: of everything that has costs, and of the rows that are shown. */
export async function readCosted(
  ports: AnalyticsPorts,
  userId: string,
  { period, filters, currency: asked, shown }: Question & { readonly shown: Shown },
): Promise<Costed | null> {
  const { currency, currencies, costs } = costsIn(await ports.costs.of(userId), asked);
  if (currency === undefined || costs.length === 0) return null;

  const scope = await reportScope(ports, userId, filters);
  const events = await costedEvents(ports, scope, {
    period,
    costs,
    currency,
    links: shown.links.map(({ value }) => value),
    campaigns: shown.campaigns.map(({ value }) => value),
  });
  return {
    currency,
    currencies,
    costs,
    part: partOf(filters, scope, events.passingCampaigns),
    isOfPeople: areOfPeople(filters),
    ...events,
  };
}

/** What costs are counted from. */
export type CostedReports = Pick<AnalyticsPorts, 'clock'> & {
  readonly reports: Pick<AnalyticsPorts['reports'], 'costed' | 'archivedMonths'>;
};

/** The clicks by day, and the revenue, of what has costs and of these links and campaigns. */
export async function costedEvents(
  { reports, clock }: CostedReports,
  scope: Scope,
  {
    period,
    costs,
    currency,
    links,
    campaigns,
  }: {
    readonly period: Days;
    readonly costs: readonly Cost[];
    readonly currency: Currency;
    readonly links: readonly string[];
    readonly campaigns: readonly string[];
  },
): Promise<Counted & Pick<CostedReading, 'revenue' | 'passingCampaigns'>> {
  const { dates, boundariesMs } = daysOf(period);
  const [reading, months] = await Promise.all([
    reports.costed(scope, {
      period: { boundariesMs },
      links: distinct([...costs.map(({ linkId }) => linkId), ...links]),
      campaigns: distinct([...costs.map(({ campaign }) => campaign), ...campaigns]),
      currency,
    }),
    expiredMonths(reports, scope.userId, {
      beginsMs: boundariesMs[0] ?? Infinity,
      nowMs: clock.now(),
    }),
  ]);
  // A day of another zone has hours of two UTC days.
  const hasExpired = (day: number) =>
    [boundariesMs[day] ?? 0, (boundariesMs[day + 1] ?? 0) - 1].some((ms) =>
      months.includes(utcMonth(ms)),
    );
  const dayOf = new Map(dates.map((date, index) => [boundariesMs[index], date]));
  return {
    days: calendarDays(period.from, dates.at(-1) ?? period.to),
    expiredDays: dates.filter((_, day) => hasExpired(day)),
    clicks: reading.clicks.map((each) => ({ ...each, day: dayOf.get(each.unitMs) ?? '' })),
    revenue: reading.revenue,
    passingCampaigns: reading.passingCampaigns,
  };
}

/** The values of one statement, in UTF-16 units. The event store refuses some times as many. */
const mostUnits = 100_000;

/** As many rows at a time as one statement takes. */
export function slicesOf<One extends { readonly value: string }>(
  rows: readonly One[],
): readonly (readonly One[])[] {
  const slices: One[][] = [];
  let units = Infinity;
  for (const row of rows) {
    units += row.value.length;
    if (units > mostUnits) {
      slices.push([]);
      units = row.value.length;
    }
    slices.at(-1)?.push(row);
  }
  return slices;
}

function daysOf({ from, to, timeZone, untilMs = Infinity }: Days) {
  const { dates, boundariesMs } = daysBetween(
    Temporal.PlainDate.from(from),
    Temporal.PlainDate.from(to),
    timeZone,
  );
  const begun = dates.filter((_, day) => (boundariesMs[day] ?? Infinity) < untilMs);
  return {
    dates: begun,
    boundariesMs: boundariesMs.slice(0, begun.length + 1).map((atMs) => Math.min(atMs, untilMs)),
  };
}

function partOf(
  filters: Filters,
  { among, conditions = [] }: Pick<Scope, 'among' | 'conditions'>,
  passing: CostedReading['passingCampaigns'],
): Part {
  const { events } = divided(filters);
  const { link, utm_campaign: campaign, class: _, ...others } = events;
  const part = partOfConditions(conditions, passing);
  const isAmong = (id: string) =>
    among === null || among.ids.includes(id.replaceAll('-', '')) !== among.isComplement;
  const isOfLinks = link !== undefined || among !== null || part.hasLink !== null;
  const isOfCampaigns = campaign !== undefined || part.hasCampaign !== null;
  return {
    hasLink: isOfLinks
      ? (id) =>
          (link === undefined || link.includes(id)) && isAmong(id) && (part.hasLink?.(id) ?? true)
      : null,
    hasCampaign: isOfCampaigns
      ? (name) =>
          (campaign === undefined || campaign.includes(name)) && (part.hasCampaign?.(name) ?? true)
      : null,
    isNarrowed: part.isNarrowed || Object.keys(others).length > 0,
  };
}

/** The part of all clicks that passes the conditions. Which campaigns do, the event store says. */
export function partOfConditions(
  conditions: readonly Condition[],
  passing: CostedReading['passingCampaigns'],
): Part {
  const ofLinks: ((linkId: string) => boolean)[] = [];
  let isNarrowed = false;
  for (const condition of conditions) {
    if (condition.kind === 'links') {
      const { ids, isComplement } = condition.set;
      ofLinks.push((id) => ids.includes(id.replaceAll('-', '')) !== isComplement);
    } else if (condition.property === 'link') {
      const { values, isNegated } = condition;
      ofLinks.push((id) => values.includes(id) !== isNegated);
    } else if (condition.property !== 'utmCampaign') isNarrowed = true;
  }
  return {
    hasLink: ofLinks.length === 0 ? null : (id) => ofLinks.every((passes) => passes(id)),
    hasCampaign: passing && ((campaign) => passing.includes(campaign)),
    isNarrowed,
  };
}

const onlyPeople = 'Costs are for the clicks of people alone, and the filter Visits counts others.';

export function costOf(
  { costs, days, expiredDays, isOfPeople }: Costed,
  part: Part,
  clicks: readonly DayClicks[],
): Spent {
  return isOfPeople ? spent(costs, part, { days, expiredDays, clicks }) : { reason: onlyPeople };
}

export function numbersOf(
  cost: Spent,
  {
    currency,
    clicks,
    revenueCents,
  }: Pick<CostNumbers, 'currency'> & { readonly clicks: number; readonly revenueCents: number },
): CostNumbers {
  const costCents = 'cents' in cost ? sumOf(cost.cents) : null;
  const isOfOthers = 'reason' in cost && cost.reason === onlyPeople;
  return {
    currency,
    cost: costCents,
    revenue: revenueCents,
    roi:
      costCents === null || costCents === 0 ? null : ((revenueCents - costCents) / costCents) * 100,
    earningsPerClick: clicks === 0 || isOfOthers ? null : revenueCents / clicks,
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

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
