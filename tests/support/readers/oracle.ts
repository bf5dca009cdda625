import type { Periods } from '#core/analytics/reading';
import { hourMs } from '#core/shared/time';
import type { StoredClick, StoredConversion } from '#tests/support/builders/events';

type Events = {
  readonly clicks: readonly StoredClick[];
  readonly conversions: readonly StoredConversion[];
};

/** Formats a time as the calendar day in the zone. */
export function dayIn(timeZone: string): (atMs: number) => string {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' });
  return (atMs) => format.format(atMs);
}

/** The zone's last days, found by walking back from now in steps of half an hour. */
export function lastDates(count: number, timeZone: string, nowMs: number): string[] {
  const dayOf = dayIn(timeZone);
  const dates = [dayOf(nowMs)];
  for (let atMs = nowMs; dates.length < count; atMs -= hourMs / 2) {
    const date = dayOf(atMs);
    if (date !== dates[0]) dates.unshift(date);
  }
  return dates;
}

/** Computes the expected analytics from the raw events, one by one. */
export function expectedAnalytics(
  { clicks, conversions }: Events,
  { days, timeZone, nowMs }: { days: number; timeZone: string; nowMs: number },
) {
  const dayOf = dayIn(timeZone);
  const dates = lastDates(days, timeZone, nowMs);
  const humans = clicks.filter((click) => click.class === 'human');
  const inRange = humans.filter((click) => dates.includes(dayOf(click.atMs)));
  const winners = winning(conversions);
  const visitors = inRange.map((click) => click.visitorId).filter((visitor) => visitor !== 0);

  return {
    totalClicks: humans.length,
    botClicks: clicks.filter((one) => one.class !== 'human' && dates.includes(dayOf(one.atMs)))
      .length,
    totalConversions: withoutRefunds(winners).length,
    totalProfitCents: profitOf(winners),
    otherCurrencies: otherCurrencies(winners),
    uniqueVisitors: new Set(visitors).size,
    clicksOverTime: dates.map((date) => ({
      date,
      clicks: inRange.filter((click) => dayOf(click.atMs) === date).length,
    })),
    referrers: counted(inRange, (click) => click.referrer || 'Direct'),
    devices: counted(inRange, (click) => click.device),
    countries: counted(inRange, (click) => click.country || 'Unknown'),
    browsers: counted(inRange, (click) => click.browser || 'Unknown'),
    systems: counted(inRange, (click) => click.os || 'Unknown'),
    cities: counted(inRange, (click) => `${click.city || 'Unknown'}/${click.country || 'Unknown'}`),
  };
}

/** The expected counts of each link: clicks, unique clicks, bots, conversions. */
export function expectedTotals({ clicks, conversions }: Events, linkId: string) {
  const own = clicks.filter((click) => click.linkId === linkId);
  const humans = own.filter((click) => click.class === 'human');
  const winners = winning(conversions).filter((conversion) => conversion.linkId === linkId);
  const visitors = humans.map((click) => click.visitorId).filter((visitor) => visitor !== 0);
  const dollars = winners.filter((conversion) => conversion.currency === 'USD');
  return {
    clicks: humans.length,
    uniqueClicks: new Set(visitors).size,
    botClicks: own.length - humans.length,
    conversions: withoutRefunds(winners).length,
    revenueCents: dollars.reduce((sum, conversion) => sum + conversion.valueCents, 0),
    profitCents: profitOf(winners),
    otherCurrencies: otherCurrencies(winners),
  };
}

/** The two periods of `changes`, for human clicks and for conversions that are not removed. */
export function expectedPeriods({ clicks, conversions }: Events, periods: Periods) {
  const split = <Event extends { atMs: number }>(events: readonly Event[]) => ({
    before: events.filter((e) => e.atMs >= periods.beforeMs && e.atMs < periods.beforeEndMs),
    recent: events.filter((e) => e.atMs >= periods.sinceMs && e.atMs < periods.untilMs),
  });
  const human = split(clicks.filter((click) => click.class === 'human'));
  const won = split(winning(conversions));
  return {
    clicks: { before: human.before.length, recent: human.recent.length },
    conversions: {
      before: withoutRefunds(won.before).length,
      recent: withoutRefunds(won.recent).length,
    },
    profit: { before: profitOf(won.before), recent: profitOf(won.recent) },
  };
}

/** The greatest version of a conversion counts, unless it is marked as removed. */
export function winning(conversions: readonly StoredConversion[]): StoredConversion[] {
  return greatest(conversions).filter((conversion) => !conversion.removed);
}

/** The greatest version of each conversion. */
export function greatest(conversions: readonly StoredConversion[]): StoredConversion[] {
  const winners = new Map<string, StoredConversion>();
  for (const conversion of conversions) {
    const key = `${conversion.linkId} ${conversion.key}`;
    const winner = winners.get(key);
    if (!winner || conversion.version >= winner.version) winners.set(key, conversion);
  }
  return [...winners.values()];
}

/** A refund takes money back and is no conversion. */
export function withoutRefunds(conversions: readonly StoredConversion[]): StoredConversion[] {
  return conversions.filter(({ key }) => !key.startsWith('r:'));
}

function profitOf(conversions: readonly StoredConversion[]): number {
  return conversions
    .filter((conversion) => conversion.currency === 'USD')
    .reduce((sum, conversion) => sum + conversion.profitCents, 0);
}

function otherCurrencies(conversions: readonly StoredConversion[]) {
  const others = conversions.filter((conversion) => conversion.currency !== 'USD');
  return [...Map.groupBy(others, (conversion) => conversion.currency)]
    .map(([currency, ofIt]) => ({
      currency,
      conversions: withoutRefunds(ofIt).length,
      revenueCents: ofIt.reduce((sum, conversion) => sum + conversion.valueCents, 0),
      profitCents: ofIt.reduce((sum, conversion) => sum + conversion.profitCents, 0),
    }))
    .toSorted((left, right) => left.currency.localeCompare(right.currency));
}

function counted(
  clicks: readonly StoredClick[],
  nameOf: (click: StoredClick) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const click of clicks) counts.set(nameOf(click), (counts.get(nameOf(click)) ?? 0) + 1);
  return counts;
}
