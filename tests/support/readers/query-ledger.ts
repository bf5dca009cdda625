import type { Filter } from '#contract/analytics/query';
import type { Metric, QueryDimension } from '#contract/analytics/query-words';
import type { StoredClick, StoredConversion } from '#tests/support/builders/events';
import { dayIn } from './oracle.ts';
import {
  comparedDates,
  countedConversions,
  datesBetween,
  soFar,
  type Valued,
  valuedClick,
  withoutRefundsOf,
} from './report-oracle.ts';

/** A question in the words of the API. */
export type AskedOfLedger = {
  readonly metrics: readonly Metric[];
  readonly dimensions: readonly QueryDimension[];
  readonly filters: readonly Filter[];
  readonly from: string;
  readonly to: string;
  readonly compare: 'previous' | 'year' | null;
  readonly timeZone: string;
  readonly currency: string | null;
  readonly nowMs: number;
  /** The tags and the folder of each link. */
  readonly tagsOf: (linkId: string) => readonly string[];
  readonly folderOf: (linkId: string) => string | null;
  /** Costs for each click. */
  readonly costs: readonly CostOfClick[];
};

/** In cents for each click of a link, or of a campaign, from one day to another in the asked zone. */
export type CostOfClick = {
  readonly linkId: string | null;
  readonly campaign: string | null;
  readonly cents: number;
  readonly currency: string;
  readonly firstDay: string;
  readonly lastDay: string | null;
};

type Events = {
  readonly clicks: readonly StoredClick[];
  readonly conversions: readonly StoredConversion[];
};

type Event = Valued<StoredClick | StoredConversion>;
type Click = Valued<StoredClick>;
type Conversion = Valued<StoredConversion>;

export type LedgerNumbers = Readonly<Record<string, number | null>>;

/** Recounts a question from the raw events, one by one. Rows are by the JSON of their dimensions. */
export function ledgerOf(events: Events, asked: AskedOfLedger) {
  const { dimensions, filters, timeZone } = asked;
  const classes = classesOf(asked);
  const passesAll = (event: Event) =>
    filters.every((filter) => filter[1] === 'class' || passes(event, filter, asked));
  const clicks = events.clicks.map((click) => named(valuedClick(click))).filter(passesAll);
  const conversions = countedConversions(events, {}, classes).map(named).filter(passesAll);
  const dates = datesBetween(asked.from, asked.to);
  const before = asked.compare === null ? null : comparedDates(asked);
  const dayOf = dayIn(timeZone);
  const isIn = (ofDates: readonly string[]) => (event: Event) =>
    ofDates.includes(dayOf(event.event.atMs));
  const isSoFar = before === null ? () => false : soFar(dates, before, asked);
  const isCompared = (event: Event) =>
    before !== null && isIn(before)(event) && isSoFar(event.event.atMs);
  const keysOf = (ofDates: readonly string[]) => (event: Event) =>
    rowsOf(event, { dimensions, asked, dates, ofDates });
  const now = {
    clicks: clicks.filter(isIn(dates)),
    conversions: conversions.filter(isIn(dates)),
  };
  const then = { clicks: clicks.filter(isCompared), conversions: conversions.filter(isCompared) };
  const rowsNow = byRow(now, keysOf(dates));
  const rowsThen = byRow(then, keysOf(before ?? []));
  const count = (some: typeof now, key: string | null) =>
    numbersOf(some, { asked, classes, isTotal: key === null, hasCost: hasCost(asked, key) });
  const nothing = { clicks: [], conversions: [] };
  return {
    totals: count(now, null),
    comparedTotals: before === null ? null : count(then, null),
    rows: new Map(
      [...new Set([...rowsNow.keys(), ...rowsThen.keys()])].map((key) => [
        key,
        {
          metrics: count(rowsNow.get(key) ?? nothing, key),
          compared: before === null ? null : count(rowsThen.get(key) ?? nothing, key),
        },
      ]),
    ),
  };
}

/** Whether the row has costs of its own: not the one of clicks without a campaign. */
function hasCost({ dimensions }: AskedOfLedger, key: string | null): boolean {
  const values: unknown = key === null ? [] : JSON.parse(key);
  const place = dimensions.indexOf('utmCampaign');
  const campaign: unknown = Array.isArray(values) ? values[place] : null;
  return campaign !== '(none)' && campaign !== unmatched;
}

function costOf({ event, values }: Click, { costs, currency, timeZone }: AskedOfLedger): number {
  const day = dayIn(timeZone)(event.atMs);
  return costs
    .filter((cost) => cost.currency === currency)
    .filter(({ linkId, campaign }) =>
      linkId === null ? campaign === values['utmCampaign'] : linkId === event.linkId,
    )
    .filter(({ firstDay, lastDay }) => firstDay <= day && (lastDay === null || day <= lastDay))
    .reduce((sum, { cents }) => sum + cents, 0);
}

function classesOf({ filters, dimensions }: AskedOfLedger): readonly string[] {
  const ofClass = filters.filter(([, dimension]) => dimension === 'class');
  if (ofClass.length === 0 && !dimensions.includes('class')) return ['human'];
  return ['human', 'bot', 'prefetch'].filter((each) =>
    ofClass.every(([operator, , values]) => values.includes(each) === (operator === 'is')),
  );
}

const variants: Readonly<Record<string, string>> = {
  '(none)': 'Not assigned',
  1: 'A',
  2: 'B',
  3: 'C',
  4: 'D',
};

/** The event's values by the API's names. */
function named<One extends StoredClick | StoredConversion>({ event, values }: Valued<One>) {
  const ofConversion =
    'key' in event
      ? {
          eventType: event.eventType ?? 'sale',
          source: event.source ?? 'pixel',
          trust: event.trust ?? 'verified',
          currency: event.currency,
        }
      : { class: event.class };
  const camel = Object.entries(values).map(([name, value]) => [
    name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    name === 'variant' ? (variants[value] ?? value) : value,
  ]);
  return { event, values: { ...Object.fromEntries(camel), ...ofConversion } };
}

const unmatched = 'Not matched to a click';

function passes(
  event: Event,
  [operator, dimension, values]: Filter,
  asked: AskedOfLedger,
): boolean {
  const isPart = operator === 'contains' || operator === 'doesNotContain';
  const isNegated = operator === 'isNot' || operator === 'doesNotContain';
  const fits = valuesOf(event, dimension, asked).some((value) => {
    // The name of a city alone, without its country.
    const text = dimension === 'city' ? value.slice(0, value.lastIndexOf(',')) : value;
    return isPart
      ? value !== unmatched &&
          values.some((part) => text.toLowerCase().includes(part.toLowerCase()))
      : values.includes(value);
  });
  return fits !== isNegated;
}

/** A link can have several tags; everything else has one value. */
function valuesOf({ event, values }: Event, name: string, asked: AskedOfLedger): readonly string[] {
  if (name === 'tag') {
    const tags = asked.tagsOf(event.linkId);
    return tags.length === 0 ? ['(none)'] : tags;
  }
  if (name === 'folder') return [asked.folderOf(event.linkId) ?? '(none)'];
  return [values[name] ?? ''];
}

type Rows = {
  readonly dimensions: readonly QueryDimension[];
  readonly asked: AskedOfLedger;
  readonly dates: readonly string[];
  /** The dates of the event's own range, in the order of `dates`. */
  readonly ofDates: readonly string[];
};

/** The keys of the rows that the event counts in. */
function rowsOf(event: Event, { dimensions, asked, dates, ofDates }: Rows): readonly string[] {
  let rows: readonly (readonly string[])[] = [[]];
  for (const dimension of dimensions) {
    const found = dimension.startsWith('time')
      ? unitsOf(event.event.atMs, dimension, { asked, dates, ofDates })
      : valuesOf(event, dimension, asked);
    rows = rows.flatMap((row) => found.map((value) => [...row, value]));
  }
  return rows.map((row) => JSON.stringify(row));
}

function unitsOf(
  atMs: number,
  dimension: QueryDimension,
  { asked, dates, ofDates }: Omit<Rows, 'dimensions'>,
): readonly string[] {
  const date = dayIn(asked.timeZone)(atMs);
  const place = ofDates.indexOf(date);
  const counterpart = dates[place];
  if (counterpart === undefined) return [];
  switch (dimension) {
    case 'time:week': {
      const weekday = (new Date(counterpart).getUTCDay() + 6) % 7;
      const monday = new Date(Date.parse(counterpart) - weekday * 86_400_000);
      const text = monday.toISOString().slice(0, 10);
      return [text < asked.from ? asked.from : text];
    }
    case 'time:month': {
      const first = `${counterpart.slice(0, 7)}-01`;
      return [first < asked.from ? asked.from : first];
    }
    case 'time:day':
      return [counterpart];
    // A cycle has the own time of each event, also of a compared one.
    case 'time:weekday':
      return [weekdayOf(date)];
    case 'time:hourOfDay':
      return [hourOfDay(atMs, asked.timeZone)];
    case 'time:hourOfWeek':
      return [`${weekdayOf(date)} ${hourOfDay(atMs, asked.timeZone)}`];
    default:
      return asked.from === asked.to || dimension === 'time:hour'
        ? [`${counterpart} ${clockHour(atMs, asked.timeZone)}`]
        : [counterpart];
  }
}

function weekdayOf(date: string): string {
  return new Date(date).toLocaleDateString('en-US', { timeZone: 'UTC', weekday: 'long' });
}

function hourOfDay(atMs: number, timeZone: string): string {
  const clock = { timeZone, hour: '2-digit', hourCycle: 'h23' } as const;
  return `${new Intl.DateTimeFormat('en-GB', clock).format(atMs)}:00`;
}

const dayStarts = new Map<string, number>();

function startOfDay(atMs: number, timeZone: string): number {
  const dayOf = dayIn(timeZone);
  const date = dayOf(atMs);
  const known = dayStarts.get(`${timeZone} ${date}`);
  if (known !== undefined) return known;
  let startMs = Math.floor(atMs / 60_000) * 60_000;
  while (dayOf(startMs - 60_000) === date) startMs -= 60_000;
  dayStarts.set(`${timeZone} ${date}`, startMs);
  return startMs;
}

/** The time on the clock when the hour began, and how often that time had come before on that day. */
export function clockHour(atMs: number, timeZone: string): string {
  const startMs = startOfDay(atMs, timeZone);
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const hour = Math.floor((atMs - startMs) / 3_600_000);
  const text = clock.format(startMs + hour * 3_600_000);
  const before = Array.from({ length: hour }, (_, each) =>
    clock.format(startMs + each * 3_600_000),
  );
  return `${text} ${before.filter((each) => each === text).length}`;
}

type Counted = { readonly clicks: readonly Click[]; readonly conversions: readonly Conversion[] };

function byRow({ clicks, conversions }: Counted, keysOf: (event: Event) => readonly string[]) {
  const rows = new Map<string, { clicks: Click[]; conversions: Conversion[] }>();
  const rowOf = (key: string) => {
    const row = rows.get(key) ?? { clicks: [], conversions: [] };
    rows.set(key, row);
    return row;
  };
  for (const click of clicks) for (const key of keysOf(click)) rowOf(key).clicks.push(click);
  for (const conversion of conversions) {
    for (const key of keysOf(conversion)) rowOf(key).conversions.push(conversion);
  }
  return rows;
}

function numbersOf(
  { clicks, conversions }: Counted,
  {
    asked,
    classes,
    isTotal,
    hasCost: isCosted,
  }: {
    readonly asked: AskedOfLedger;
    readonly classes: readonly string[];
    readonly isTotal: boolean;
    readonly hasCost: boolean;
  },
): LedgerNumbers {
  const { currency, metrics } = asked;
  const counted = clicks.filter(({ event }) => classes.includes(event.class));
  const sales = withoutRefundsOf(conversions);
  const paid = conversions.filter(({ event }) => currency === null || event.currency === currency);
  const cents = (of: (event: StoredConversion) => number) =>
    currency === null && isTotal ? null : paid.reduce((sum, { event }) => sum + of(event), 0);
  const revenue = cents(({ valueCents }) => valueCents);
  const cost = isCosted ? counted.reduce((sum, click) => sum + costOf(click, asked), 0) : null;
  const all: Readonly<Record<string, number | null>> = {
    cost,
    roi:
      cost === null || cost === 0 ? null : Math.round((((revenue ?? 0) - cost) / cost) * 1000) / 10,
    clicks: counted.length,
    botClicks: clicks.filter(({ event }) => event.class !== 'human').length,
    uniqueVisitors: new Set(
      counted.map(({ event }) => event.visitorId).filter((visitor) => visitor !== 0),
    ).size,
    conversions: sales.length,
    refunds: conversions.length - sales.length,
    revenue,
    profit: cents(({ profitCents }) => profitCents),
    conversionRate:
      counted.length === 0 ? null : Math.round((sales.length / counted.length) * 1000) / 10,
    earningsPerClick: counted.length === 0 ? null : (revenue ?? 0) / counted.length,
  };
  return Object.fromEntries(metrics.map((metric) => [metric, all[metric] ?? null]));
}
