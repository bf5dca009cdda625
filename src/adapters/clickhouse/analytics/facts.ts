import { directName, noneName, unknownName } from '#core/analytics/report/filters';
import { filterOfDimension, type Dimension } from '#contract/analytics/report-filters';
import { noClickId } from '#adapters/clickhouse/events/conversion-row';

/**
 * The projections that count an account's clicks by UTC day, class and some columns. A query whose
 * columns and conditions are among these reads days × values instead of clicks. Parts of the table
 * that have no such projection yet are read click by click: the numbers are the same.
 */
export const dayProjections = ['agents', 'places', 'origins', 'campaigns', 'link_day'] as const;
export type DayProjection = (typeof dayProjections)[number];

/** What must be known about a conversion's click, so that the conversion has a value. */
type Match = 'is_named' | 'is_complete' | 'is_stored';

/** A property of clicks that reports can filter by and list. */
export type Fact = {
  /** The columns of clicks that identify a value; the first one is its name. */
  readonly columns: readonly [string, ...string[]];
  /** The type of the first column. A number is 0 when there is no value. */
  readonly holds: 'id' | 'text' | 'word' | 'place' | 'UInt8' | 'UInt32';
  /** The name of an unknown value. */
  readonly empty: string;
  /** Null: every conversion has a value. */
  readonly match: Match | null;
  readonly days: DayProjection;
};

/** Conversions have these columns too, copied from their click. */
const own = { match: 'is_complete' } as const;
/** Only clicks have these columns. */
const ofClick = { match: 'is_stored' } as const;
const campaign = { holds: 'text', empty: noneName, ...ofClick, days: 'campaigns' } as const;

const facts = {
  link: { columns: ['link_id'], holds: 'id', empty: noneName, match: null, days: 'link_day' },
  country: { columns: ['country'], holds: 'text', empty: unknownName, ...own, days: 'places' },
  city: {
    columns: ['city', 'country'],
    holds: 'place',
    empty: unknownName,
    ...own,
    days: 'places',
  },
  device: { columns: ['device'], holds: 'word', empty: noneName, ...own, days: 'agents' },
  browser: { columns: ['browser'], holds: 'text', empty: unknownName, ...ofClick, days: 'agents' },
  os: { columns: ['os'], holds: 'text', empty: unknownName, ...ofClick, days: 'agents' },
  referrer: { columns: ['referrer'], holds: 'text', empty: directName, ...own, days: 'origins' },
  channel: { columns: ['channel'], holds: 'word', empty: noneName, ...ofClick, days: 'agents' },
  entry: { columns: ['entry'], holds: 'word', empty: noneName, ...ofClick, days: 'origins' },
  rule: { columns: ['rule'], holds: 'UInt32', empty: noneName, ...ofClick, days: 'origins' },
  utm_source: { columns: ['utm_source'], ...campaign },
  utm_medium: { columns: ['utm_medium'], ...campaign },
  utm_campaign: { columns: ['utm_campaign'], ...campaign },
  utm_term: { columns: ['utm_term'], ...campaign },
  utm_content: { columns: ['utm_content'], ...campaign },
  // A signed click id names the variant, too.
  variant: {
    columns: ['variant'],
    holds: 'UInt8',
    empty: noneName,
    match: 'is_named',
    days: 'link_day',
  },
} as const satisfies Readonly<Record<string, Fact>>;

export type EventFilter = keyof typeof facts;

export const eventFilters = Object.keys(facts).filter((name): name is EventFilter => name in facts);

export function factOf(name: EventFilter): Fact {
  return facts[name];
}

export function factOfList(list: Dimension): Fact {
  return facts[filterOfDimension[list]];
}

/** Whether only clicks have the property. */
export function isOfClicks({ match }: Fact): boolean {
  return match === 'is_stored';
}

/** The columns by which a projection counts. */
export function columnsOfDays(projection: DayProjection): readonly string[] {
  const kept = eventFilters.map(factOf).filter(({ days }) => days === projection);
  return [...new Set(kept.flatMap(({ columns }) => columns))];
}

const isNamed = `c.click_id != toUUID('${noClickId}')`;

/** SQL conditions on the conversion `c` and, for the last one, on its click `k`. */
export const matches: Readonly<Record<Match, string>> = {
  is_named: isNamed,
  // The version's last bit says that the click's data was added.
  is_complete: `(${isNamed} AND bitTest(c.version, 0))`,
  is_stored: `k.click_id != toUUID('${noClickId}')`,
};
