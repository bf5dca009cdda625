import { filterOfDimension } from '#contract/analytics/report-filters';
import { dayMs, hourMs } from '#core/shared/time';
import type { StoredClick, StoredConversion } from '#tests/support/builders/events';
import { dayIn, greatest, winning, withoutRefunds } from './oracle.ts';

/** What a report asks, in the words of its address; dates are included. */
export type AskedOfOracle = {
  readonly from: string;
  readonly to: string;
  readonly compare: 'previous' | 'year' | null;
  readonly timeZone: string;
  readonly filters: Readonly<Record<string, readonly string[]>>;
  readonly nowMs: number;
};

type Events = {
  readonly clicks: readonly StoredClick[];
  readonly conversions: readonly StoredConversion[];
};

/** One event with the value that it has for each filter. */
export type Valued<Event> = {
  readonly event: Event;
  readonly values: Readonly<Record<string, string>>;
};

/** Recounts a whole report from the raw events, one by one. */
export function expectedReport(events: Events, asked: AskedOfOracle) {
  const { filters, timeZone } = asked;
  const classes = filters['class'] ?? ['human'];
  const passing = events.clicks.map(valuedClick).filter(({ values }) => passes(values, filters));
  const clicks = passing.filter(({ event }) => classes.includes(event.class));
  const conversions = countedConversions(events, filters, classes);

  const dates = datesBetween(asked.from, asked.to);
  const inRange = within(dates, timeZone);
  const before = asked.compare && comparedDates(asked);
  const isSoFar = before ? soFar(dates, before, asked) : () => false;
  const inCompared = (one: { readonly event: { readonly atMs: number } }) =>
    before !== null && within(before, timeZone)(one) && isSoFar(one.event.atMs);
  const askedClicks = clicks.filter(inRange);
  const sold = conversions.filter(inRange);
  const comparedClicks = clicks.filter(inCompared);
  const isHourly = asked.from === asked.to;
  const unitsOf = (ofDates: readonly string[]) => (event: { readonly atMs: number }) =>
    isHourly ? hourOf(event.atMs, timeZone) : ofDates.indexOf(dayIn(timeZone)(event.atMs));
  const period = (ofDates: readonly string[], isIn: typeof inRange) => ({
    totals: measures(clicks.filter(isIn), conversions.filter(isIn)),
    units: byUnit(clicks.filter(isIn), conversions.filter(isIn), unitsOf(ofDates)),
  });

  return {
    asked: period(dates, inRange),
    compared: before && period(before, inCompared),
    botClicks: passing.filter(inRange).filter(({ event }) => event.class !== 'human').length,
    lists: Object.fromEntries(
      Object.entries(filterOfDimension).map(([list, filter]) => [
        list,
        expectedList(filter, askedClicks, withoutRefundsOf(sold), before && comparedClicks),
      ]),
    ),
    heat: heatOf(askedClicks, timeZone),
  };
}

export function valuedClick(event: StoredClick): Valued<StoredClick> {
  const { linkId, country, city, device, browser, os, referrer, variant } = event;
  const values = {
    link: linkId,
    country: country || 'Unknown',
    city: `${city || 'Unknown'},${country || 'Unknown'}`,
    device,
    browser: browser || 'Unknown',
    os: os || 'Unknown',
    referrer: referrer || 'Direct',
    channel: channelOf(event),
    entry: event.entry ?? 'link',
    utm_source: event.utmSource || '(none)',
    utm_medium: event.utmMedium || '(none)',
    utm_campaign: event.utmCampaign || '(none)',
    utm_term: event.utmTerm || '(none)',
    utm_content: event.utmContent || '(none)',
    variant: variant === 0 ? '(none)' : String(variant),
    rule: event.rule ? String(event.rule) : '(none)',
  };
  return { event, values };
}

/** The channels of the referrers and mediums that `anyCampaignClick` makes. */
function channelOf({ referrer, utmSource = '', utmMedium = '' }: StoredClick): string {
  if (utmMedium === 'cpc') return 'ads';
  if (utmMedium === 'email') return 'email';
  if (referrer === 'facebook.com') return 'social';
  if (referrer === 'www.google.com') return 'search';
  return referrer === '' && utmSource === '' && utmMedium === '' ? 'direct' : 'other';
}

const unmatched = 'Not matched to a click';

/** What a conversion has itself, once its click's data was added. */
const fromClick = ['country', 'city', 'device', 'referrer'];

/** Own columns by themselves; all others as the credited click has them. What is not known says so. */
export function countedConversions(
  { clicks, conversions }: Events,
  filters: AskedOfOracle['filters'],
  classes: readonly string[],
) {
  const byId = new Map(clicks.map((click) => [click.clickId, click]));
  return withSales(conversions).flatMap((event) => {
    const credited = event.clickId === undefined ? undefined : byId.get(event.clickId);
    const {
      linkId,
      country = '',
      city = '',
      device = 'unknown',
      referrer = '',
      variant = 0,
    } = event;
    const own = { linkId, country, city, device, referrer, variant };
    const { values } = valuedClick({ ...(credited ?? nobodysClick), ...own });
    const isKnown = (name: string) => {
      if (name === 'link') return true;
      if (name === 'variant') return event.clickId !== undefined;
      if (fromClick.includes(name)) return event.clickId !== undefined && isComplete(event);
      return credited !== undefined;
    };
    const channel = credited ? channelOf(credited) : '';
    const known = Object.entries({ ...values, channel }).map(([name, value]) => [
      name,
      isKnown(name) ? value : unmatched,
    ]);
    const valued = { event, values: Object.fromEntries(known) };
    const isOfClass =
      classes.includes('human') || (credited !== undefined && classes.includes(credited.class));
    return isOfClass && passes(valued.values, filters) ? [valued] : [];
  });
}

/**
 * What counts, where a refund stands with the sale of its link and order: with all that the sale has
 * from its click, if it has one.
 */
function withSales(conversions: readonly StoredConversion[]): StoredConversion[] {
  const sales = withoutRefunds(greatest(conversions));
  return winning(conversions).map((one) => {
    const sale = sales.find(
      ({ linkId, orderId }) => orderId && linkId === one.linkId && orderId === one.orderId,
    );
    if (!one.key.startsWith('r:') || sale?.clickId === undefined) return one;
    const { clickId, variant, country, city, device, referrer, version } = sale;
    const { removed, key, linkId, userId, atMs, valueCents, profitCents, currency } = one;
    const money = { removed, key, linkId, userId, atMs, valueCents, profitCents, currency };
    return {
      ...money,
      clickId,
      version,
      ...(variant !== undefined && { variant }),
      ...(country !== undefined && { country, city, device, referrer }),
    };
  });
}

/** The last bit of a version says that the click's data was added. */
function isComplete({ version }: StoredConversion): boolean {
  return BigInt(version) % 2n === 1n;
}

const nobodysClick: StoredClick = {
  userId: '',
  linkId: '',
  atMs: 0,
  class: 'human',
  splitVersion: 0,
  variant: 0,
  visitorId: 0,
  referrer: '',
  device: 'unknown',
  country: '',
  city: '',
  browser: '',
  os: '',
};

function passes(values: Valued<unknown>['values'], filters: AskedOfOracle['filters']): boolean {
  return Object.entries(filters).every(
    ([name, wanted]) => name === 'class' || wanted.includes(values[name] ?? ''),
  );
}

export function datesBetween(from: string, to: string): string[] {
  const dates = [];
  for (let atMs = Date.parse(from); atMs <= Date.parse(to); atMs += dayMs) {
    dates.push(new Date(atMs).toISOString().slice(0, 10));
  }
  return dates;
}

export function comparedDates({
  from,
  to,
  compare,
}: Pick<AskedOfOracle, 'from' | 'to' | 'compare'>): string[] {
  const dates = datesBetween(from, to);
  if (compare === 'year') return datesBetween(yearBefore(from), yearBefore(to));
  const shift = (date: string) => new Date(Date.parse(date) - dates.length * dayMs);
  return dates.map((date) => shift(date).toISOString().slice(0, 10));
}

function yearBefore(date: string): string {
  const before = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`;
  return before.endsWith('-02-29') ? before.replace('-29', '-28') : before;
}

function within(dates: readonly string[], timeZone: string) {
  const dayOf = dayIn(timeZone);
  return ({ event }: { readonly event: { readonly atMs: number } }) =>
    dates.includes(dayOf(event.atMs));
}

/**
 * Whether a time of the compared days is before the same time by the clock as now, in quarters of an
 * hour; true when today is not asked for.
 */
export function soFar(
  dates: readonly string[],
  before: readonly string[],
  { timeZone, nowMs }: Pick<AskedOfOracle, 'timeZone' | 'nowMs'>,
) {
  const dayOf = dayIn(timeZone);
  const today = dates.indexOf(dayOf(nowMs));
  const quarter = Math.floor(clockMinutes(nowMs, timeZone) / 15) * 15;
  const untilMs = today < 0 ? 0 : firstAt(before[today] ?? '', quarter, timeZone) + hourMs / 4;
  return (atMs: number): boolean => {
    const day = before.indexOf(dayOf(atMs));
    if (today < 0 || day < today) return true;
    return day === today && atMs < untilMs;
  };
}

/** The first minute of a day at which its clocks show so many minutes or more. */
function firstAt(date: string, minutes: number, timeZone: string): number {
  const dayOf = dayIn(timeZone);
  let atMs = Date.parse(date) - 15 * hourMs;
  while (dayOf(atMs) !== date || clockMinutes(atMs, timeZone) < minutes) atMs += hourMs / 60;
  return atMs;
}

/** What the clocks of the zone show, in minutes since midnight. */
function clockMinutes(atMs: number, timeZone: string): number {
  const shown = new Date(atMs).toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' });
  const [hours = 0, minutes = 0] = shown.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Hours since the zone's day began, found by walking back minute by minute. */
function hourOf(atMs: number, timeZone: string): number {
  return Math.floor(minutesOf(atMs, timeZone) / 60);
}

function minutesOf(atMs: number, timeZone: string): number {
  const dayOf = dayIn(timeZone);
  const minuteMs = hourMs / 60;
  let startMs = Math.floor(atMs / minuteMs) * minuteMs;
  while (dayOf(startMs - minuteMs) === dayOf(atMs)) startMs -= minuteMs;
  return Math.floor((atMs - startMs) / minuteMs);
}

type Clicks = readonly Valued<StoredClick>[];
type Conversions = readonly Valued<StoredConversion>[];

function measures(clicks: Clicks, conversions: Conversions) {
  const visitors = clicks.map(({ event }) => event.visitorId).filter((visitor) => visitor !== 0);
  const byCurrency = Map.groupBy(conversions, ({ event }) => event.currency);
  return {
    clicks: clicks.length,
    uniqueVisitors: new Set(visitors).size,
    conversions: withoutRefundsOf(conversions).length,
    money: [...byCurrency]
      .map(([currency, ofIt]) => ({
        currency,
        conversions: withoutRefundsOf(ofIt).length,
        revenueCents: ofIt.reduce((sum, { event }) => sum + event.valueCents, 0),
        profitCents: ofIt.reduce((sum, { event }) => sum + event.profitCents, 0),
      }))
      .toSorted((left, right) => left.currency.localeCompare(right.currency)),
  };
}

function byUnit(
  clicks: Clicks,
  conversions: Conversions,
  unitOf: (event: StoredClick | StoredConversion) => number,
) {
  const units = new Set([...clicks, ...conversions].map(({ event }) => unitOf(event)));
  return new Map(
    [...units].map((unit) => [
      unit,
      measures(
        clicks.filter(({ event }) => unitOf(event) === unit),
        conversions.filter(({ event }) => unitOf(event) === unit),
      ),
    ]),
  );
}

export function withoutRefundsOf(conversions: Conversions): Conversions {
  const counted = new Set(withoutRefunds(conversions.map(({ event }) => event)));
  return conversions.filter(({ event }) => counted.has(event));
}

/** All values, largest first, then `Other` for those after the tenth, but never for the unmatched. */
function expectedList(
  filter: string,
  clicks: Clicks,
  conversions: Conversions,
  before: Clicks | null,
) {
  const valueOf = ({ values }: Valued<unknown>) => values[filter] ?? '';
  const count = (events: readonly Valued<unknown>[], value: string) =>
    events.filter((event) => valueOf(event) === value).length;
  const values = [...new Set([...clicks, ...conversions, ...(before ?? [])].map(valueOf))]
    .map((value) => ({
      value,
      clicks: count(clicks, value),
      conversions: count(conversions, value),
      comparedClicks: before && count(before, value),
    }))
    .toSorted(
      (left, right) =>
        right.clicks - left.clicks ||
        right.conversions - left.conversions ||
        (right.comparedClicks ?? 0) - (left.comparedClicks ?? 0) ||
        (left.value < right.value ? -1 : 1),
    );
  const kept = values.filter(({ value }) => value === unmatched);
  const largest = values.filter(({ value }) => value !== unmatched).slice(0, 10 - kept.length);
  const shown = values.filter((value) => [...largest, ...kept].includes(value));
  const rest = (total: number, of: (row: (typeof values)[number]) => number) =>
    shown.reduce((left, row) => left - of(row), total);
  const other = {
    value: '',
    clicks: rest(clicks.length, (row) => row.clicks),
    conversions: rest(conversions.length, (row) => row.conversions),
    comparedClicks: before && rest(before.length, (row) => row.comparedClicks ?? 0),
  };
  return {
    totalClicks: clicks.length,
    count: values.length,
    rows: values.length > 10 ? [...shown, other] : shown,
  };
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function heatOf(clicks: Clicks, timeZone: string): number[][] {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const heat = weekdays.map(() => Array.from({ length: 24 }, () => 0));
  for (const { event } of clicks) {
    const parts = format.formatToParts(event.atMs);
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
    const hours = heat[weekdays.indexOf(part('weekday'))] ?? [];
    const hour = Number(part('hour'));
    hours[hour] = (hours[hour] ?? 0) + 1;
  }
  return heat;
}
