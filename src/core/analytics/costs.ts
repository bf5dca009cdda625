import type { Cost } from '#contract/analytics/costs';
import { dayMs } from '#core/shared/time';

/** Human clicks of one calendar day, by what has costs. Null: of a link or a campaign without. */
export type DayClicks = {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly linkId: string | null;
  readonly campaign: string | null;
  readonly clicks: number;
};

/** The clicks of some days. */
export type Counted = {
  readonly days: readonly string[];
  /** Those of the days whose clicks have expired: only their daily counts (UTC) are kept. */
  readonly expiredDays: readonly string[];
  readonly clicks: readonly DayClicks[];
};

/** Some of an account's clicks. Null: of every link, of every campaign. */
export type Part = {
  readonly hasLink: ((linkId: string) => boolean) | null;
  readonly hasCampaign: ((campaign: string) => boolean) | null;
  /** Whether something else than links and campaigns narrows them. */
  readonly isNarrowed: boolean;
};

/** In cents, an entry for each day; or why they cannot be given exactly. */
export type Spent = { readonly cents: readonly number[] } | { readonly reason: string };

/** The calendar days from `from` to `to`, both included, as `YYYY-MM-DD`. */
export function calendarDays(from: string, to: string): readonly string[] {
  const count = daysFrom(from, to) + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10),
  );
}

/**
 * What a cost comes to on each of the days, in cents: an amount for each click or each day, or the
 * day's share of a total. The shares of all its days add up to the total: of cents that do not divide,
 * each of the first days gets one.
 */
export function costByDay(
  cost: Pick<Cost, 'kind' | 'amount' | 'firstDay' | 'lastDay'>,
  days: readonly string[],
  clicksOn: (day: string) => number,
): readonly number[] {
  return days.map((day) => (isOn(cost, day) ? costOn(cost, day, clicksOn) : 0));
}

function costOn(
  { kind, amount, firstDay, lastDay }: Parameters<typeof costByDay>[0],
  day: string,
  clicksOn: (day: string) => number,
): number {
  switch (kind) {
    case 'per_click':
      return amount * clicksOn(day);
    case 'per_day':
      return amount;
    case 'total': {
      const count = daysFrom(firstDay, lastDay ?? day) + 1;
      const least = Math.floor(amount / count);
      return least + (daysFrom(firstDay, day) < amount - least * count ? 1 : 0);
    }
  }
}

const crossed = {
  link: 'A campaign with a cost per day or in total led to these links. Its cost cannot be divided among links.',
  campaign:
    'A link with a cost per day or in total belongs to these campaigns. Its cost cannot be divided among campaigns.',
};
const narrowed =
  'Costs per day and in total are for all clicks and cannot be divided by this filter. Only costs per click can.';

const expired =
  'Clicks of some of these days have expired, so that what they cost is not known. Choose later days.';

/**
 * What a part of the clicks cost, day by day, in cents of the one currency of the costs. A cost per
 * click is exact for any part, while its clicks have not expired. Other costs are exact for a part that has all or none of what they are
 * for; for other parts there is a reason instead. `clicks` are those of the part.
 */
export function spent(
  costs: readonly Cost[],
  part: Part,
  { days, expiredDays, clicks }: Counted,
): Spent {
  const sums = days.map(() => 0);
  const ofLinks = Map.groupBy(clicks, ({ linkId }) => linkId);
  const ofCampaigns = Map.groupBy(clicks, ({ campaign }) => campaign);
  for (const cost of costs) {
    const { linkId, campaign } = cost;
    if (!hasTarget(part, cost) || !days.some((day) => isOn(cost, day))) continue;
    const all = linkId === null ? ofCampaigns.get(campaign) : ofLinks.get(linkId);
    const own = (all ?? []).filter(({ day }) => isOn(cost, day));
    const unknown = expiredDays.some((day) => isOn(cost, day)) ? expired : null;
    const reason =
      cost.kind === 'per_click'
        ? unknown
        : reasonAgainst(part, cost, own.length > 0 ? null : (unknown ?? 'none of it'));
    if (reason === 'none of it') continue;
    if (reason !== null) return { reason };
    const byDay = Map.groupBy(own, ({ day }) => day);
    const clicksOn = (day: string) =>
      (byDay.get(day) ?? []).reduce((sum, each) => sum + each.clicks, 0);
    for (const [index, cents] of costByDay(cost, days, clicksOn).entries()) {
      sums[index] = (sums[index] ?? 0) + cents;
    }
  }
  return { cents: sums };
}

/**
 * Why a cost that is not per click cannot be given for the part; null when it is the part's wholly.
 * `withoutClicks` is the reason when the part has no clicks of it.
 */
function reasonAgainst(part: Part, { linkId }: Cost, withoutClicks: string | null): string | null {
  if (part.isNarrowed) return narrowed;
  const isCrossed = (linkId === null ? part.hasLink : part.hasCampaign) !== null;
  if (!isCrossed) return null;
  if (withoutClicks !== null) return withoutClicks;
  return linkId === null ? crossed.link : crossed.campaign;
}

function hasTarget({ hasLink, hasCampaign }: Part, { linkId, campaign }: Cost): boolean {
  if (linkId !== null) return hasLink === null || hasLink(linkId);
  return hasCampaign === null || campaign === null || hasCampaign(campaign);
}

function isOn({ firstDay, lastDay }: Pick<Cost, 'firstDay' | 'lastDay'>, day: string): boolean {
  return firstDay <= day && (lastDay === null || day <= lastDay);
}

function daysFrom(first: string, day: string): number {
  return Math.round((Date.parse(day) - Date.parse(first)) / dayMs);
}
