import { splitLetters, splitStates } from '#contract/split-tests/split-words';

/** A column of a view: its name, its type, what it means, and how it is computed. */
type Column = readonly [name: string, type: string, description: string, expression?: string];

/** A view that accounts may query. */
export type AnalystView = {
  readonly name:
    'clicks' | 'conversions' | 'links' | 'split_tests' | 'split_destinations' | 'daily';
  readonly description: string;
  readonly columns: readonly Column[];
  readonly from: (rows: OwnRows) => string;
};

/** Which rows of which tables a view shows. */
export type OwnRows = {
  /** The database of the tables, quoted where it has to be. */
  readonly base: string;
  /** A condition on `user_id` and `link_id` that selects the account's rows. */
  readonly own: string;
};

/**
 * The rows of an account without links that are being deleted. `account`: an expression of type UUID.
 */
export function ownRows(base: string, account: string): OwnRows {
  const erased = `SELECT link_id FROM ${base}.analyst_erasures WHERE user_id = ${account}`;
  return { base, own: `user_id = ${account} AND link_id NOT IN (${erased})` };
}

const place: readonly Column[] = [
  ['country', 'String', 'ISO 3166 code of the country; empty when unknown'],
  ['city', 'String', 'English name of the city; empty when unknown'],
  ['device', 'String', 'desktop, mobile, tablet, other or unknown', 'toString(t.device)'],
];
const source = (empty: string): Column => [
  'referrer',
  'String',
  `Host of the referring page; empty for a direct visit${empty}`,
];
const test: readonly Column[] = [
  ['variant', 'UInt8', 'Destination of the split test, from 1; 0 outside a test'],
  ['split_version', 'UInt32', 'Number of the split test; a changed list of destinations raises it'],
];
const visitor: Column = [
  'visitor_id',
  'UInt64',
  'The same number for the same visitor: within one UTC day, or for 13 months with VISITOR_ID=cookie. 0: not counted as a visitor',
];

const clicks: AnalystView = {
  name: 'clicks',
  description: 'One row for each visit of a link',
  columns: [
    ['click_id', 'UUID', 'Id of the click, as in conversions'],
    ['clicked_at', "DateTime64(3, 'UTC')", 'When the visit came, to the millisecond, in UTC'],
    ['link_id', 'UUID', 'The link, as in links'],
    ['class', 'String', 'human, bot or prefetch; screens count human alone', 'toString(t.class)'],
    visitor,
    ...place,
    ['browser', 'String', 'Name of the browser; empty when unknown'],
    ['os', 'String', 'Name of the operating system; empty when unknown'],
    source(''),
    [
      'channel',
      'String',
      'direct, search, social, email, ads, ai or other, from UTM and referring page',
      'toString(t.channel)',
    ],
    ['entry', 'String', 'link, or qr for a scan of the QR code', 'toString(t.entry)'],
    ['rule', 'UInt32', 'The rule of the link that chose the destination; 0: none did'],
    ['utm_source', 'String', 'From the address of the short link; empty when absent'],
    ['utm_medium', 'String', 'From the address of the short link; empty when absent'],
    ['utm_campaign', 'String', 'From the address of the short link; empty when absent'],
    ['utm_term', 'String', 'From the address of the short link; empty when absent'],
    ['utm_content', 'String', 'From the address of the short link; empty when absent'],
    ...test,
  ],
  from: ({ base, own }) => `${base}.clicks AS t WHERE ${own}`,
};

const isClickKnown = `t.click_id != toUUID('00000000-0000-0000-0000-000000000000')`;

const conversions: AnalystView = {
  name: 'conversions',
  description: 'One row for each conversion, and for each refund with negative amounts',
  columns: [
    ['conversion_id', 'UUID', 'Id of the conversion', 't.id'],
    ['converted_at', "DateTime64(3, 'UTC')", 'When it happened, in UTC'],
    ['link_id', 'UUID', 'The link, as in links'],
    [
      'event_type',
      'String',
      'sale, signup, download, subscription, lead or other',
      'toString(t.event_type)',
    ],
    [
      'is_refund',
      'Bool',
      'True: money given back. It is no conversion, but part of the sums',
      `toBool(startsWith(t.conversion_key, 'r:'))`,
    ],
    [
      'revenue',
      'Decimal(18, 2)',
      'In units of the currency',
      'toDecimal64(t.value_cents, 2) / 100',
    ],
    [
      'profit',
      'Decimal(18, 2)',
      'In units of the currency',
      'toDecimal64(t.profit_cents, 2) / 100',
    ],
    ['revenue_cents', 'Int64', 'In hundredths of the unit of the currency', 't.value_cents'],
    ['profit_cents', 'Int64', 'In hundredths of the unit of the currency'],
    ['currency', 'String', 'ISO 4217 code. Amounts of different currencies must not be added'],
    ['source', 'String', 'manual, pixel, postback or api', 'toString(t.source)'],
    ['trust', 'String', 'confirmed, verified, inferred or unverified', 'toString(t.trust)'],
    ['order_id', 'String', 'As the shop sent it; empty when absent'],
    [
      'click_id',
      'Nullable(UUID)',
      'The click that led here; NULL: not matched to a click',
      `if(${isClickKnown}, t.click_id, NULL)`,
    ],
    [
      'clicked_at',
      "Nullable(DateTime64(3, 'UTC'))",
      'When that click came; NULL when unknown',
      `if(${isClickKnown}, t.clicked_at, NULL)`,
    ],
    visitor,
    ...place,
    source(', and without a click'),
    ...test,
  ],
  from: ({ base, own }) => `${base}.conversions AS t FINAL WHERE ${own} AND NOT removed`,
};

const links: AnalystView = {
  name: 'links',
  description: 'One row for each link, as it is now',
  columns: [
    ['link_id', 'UUID', 'Id of the link, as in clicks and conversions'],
    ['short_url', 'String', 'The address to share: with the alias if there is one'],
    ['code', 'String', 'The generated short code'],
    ['alias', 'Nullable(String)', 'The chosen alias; NULL when there is none'],
    ['title', 'Nullable(String)', 'The title; NULL when there is none'],
    ['original_url', 'String', 'Where the link leads, outside a split test'],
    ['destinations', 'Array(String)', 'The destinations of the split test, variant 1 first'],
    ['is_split_test', 'Bool', 'Whether the split test is on'],
    ['split_version', 'UInt32', 'Number of the current split test'],
    ['is_active', 'Bool', 'False: paused'],
    ['tracks_clicks', 'Bool', 'False: it redirects and records nothing'],
    ['tracks_conversions', 'Bool', 'Whether it records conversions'],
    ['expires_at', "Nullable(DateTime64(3, 'UTC'))", 'When it stops to redirect; NULL: never'],
    ['created_at', "DateTime64(3, 'UTC')", 'When it was created, in UTC'],
    ['updated_at', "DateTime64(3, 'UTC')", 'When it was last changed, in UTC'],
  ],
  from: ({ base, own }) => `${base}.analyst_links AS t FINAL WHERE ${own}`,
};

const ofTest: readonly Column[] = [
  ['test_id', 'UUID', 'Id of the split test'],
  ['link_id', 'UUID', 'The link, as in links'],
  ['split_version', 'UInt32', 'Number of the split test, as in clicks and conversions'],
];

const splitTests: AnalystView = {
  name: 'split_tests',
  description: 'One row for each split test, with what its last judgement says',
  columns: [
    ...ofTest,
    ['goal', 'String', 'The event_type that decides, or revenue'],
    ['currency', 'String', 'The currency of its revenue'],
    ['mode', 'String', 'even, fixed or automatic: how visits are shared'],
    [
      'window_days',
      'Nullable(UInt8)',
      'Days that a visit has to convert; NULL before the first judgement',
    ],
    ['began_at', "DateTime64(3, 'UTC')", 'When it began, in UTC'],
    ['ended_at', "Nullable(DateTime64(3, 'UTC'))", 'When it ended; NULL: it runs'],
    ['state', 'String', `${splitStates.slice(0, -1).join(', ')} or ${splitStates.at(-1)}`],
    ['sentence', 'String', 'What the last judgement says, as on the page of the link'],
    ['winner', 'Nullable(String)', 'Letter of the winner; NULL: none is named'],
    ['decided_on', 'Nullable(Date)', 'The UTC day on which the winner was named'],
  ],
  from: ({ base, own }) => `${base}.analyst_split_tests AS t FINAL WHERE ${own}`,
};

const letters = splitLetters.map((letter) => `'${letter}'`).join(', ');

const splitDestinations: AnalystView = {
  name: 'split_destinations',
  description: 'One row for each destination of each split test',
  columns: [
    ...ofTest,
    ['variant', 'UInt8', 'The destination, as in clicks and conversions, from 1', 'at'],
    ['letter', 'String', 'Its letter on the page of the link', `[${letters}][at]`],
    ['name', 'Nullable(String)', 'Its name; NULL when it has none', 't.names[at]'],
    ['url', 'String', 'Its address now; in an ended test, the last one', 't.urls[at]'],
    [
      'slots',
      'UInt8',
      'Its slots of a round today; with even shares 1',
      `arrayLast((slots, day) -> day <= toDate(now('UTC')), t.share_slots, t.share_days)[at]`,
    ],
  ],
  from: ({ base, own }) =>
    `${base}.analyst_split_tests AS t FINAL ARRAY JOIN arrayEnumerate(urls) AS at WHERE ${own}`,
};

const daily: AnalystView = {
  name: 'daily',
  description:
    'One row for each UTC day and link with a visit or a conversion, since the beginning; days whose clicks have expired are kept here',
  columns: [
    ['day', 'Date', 'The day in UTC'],
    ['link_id', 'UUID', 'The link, as in links'],
    ['clicks', 'UInt64', 'Visits of people', 'sum(t.people)'],
    ['bot_clicks', 'UInt64', 'Visits of bots and of browsers that only load ahead', 'sum(t.bots)'],
    ['conversions', 'UInt64', 'Conversions in every currency, without refunds', 'sum(t.converted)'],
    [
      'usd_revenue_cents',
      'Int64',
      'Revenue in USD alone, in cents, less refunds',
      'sum(t.revenue)',
    ],
    ['usd_profit_cents', 'Int64', 'Profit in USD alone, in cents, less refunds', 'sum(t.gained)'],
  ],
  from: ({ base, own }) => `(
    SELECT toDate(clicked_at) AS day, link_id, countIf(class = 'human') AS people,
      countIf(class != 'human') AS bots, 0 AS converted, toInt64(0) AS revenue, toInt64(0) AS gained
    FROM ${base}.clicks
    WHERE ${own} AND toYYYYMM(toDate(clicked_at)) NOT IN (
      SELECT month FROM ${base}.archive_folds GROUP BY month, fold HAVING max(step) = 'counted')
    GROUP BY day, link_id
    UNION ALL
    SELECT day, link_id, sumIf(count, class = 'human') AS people,
      sumIf(count, class != 'human') AS bots, 0 AS converted, toInt64(0) AS revenue,
      toInt64(0) AS gained
    FROM ${base}.clicks_archive
    WHERE ${own} AND fold IN (SELECT fold FROM ${base}.archive_folds)
    GROUP BY day, link_id
    UNION ALL
    SELECT toDate(converted_at) AS day, link_id, 0 AS people, 0 AS bots,
      countIf(NOT startsWith(conversion_key, 'r:')) AS converted,
      sumIf(value_cents, currency = 'USD') AS revenue,
      sumIf(profit_cents, currency = 'USD') AS gained
    FROM ${base}.conversions FINAL WHERE ${own} AND NOT removed
    GROUP BY day, link_id
  ) AS t GROUP BY t.day, t.link_id`,
};

/** All views, in the order in which they are shown. */
export const analystViews: readonly AnalystView[] = [
  ...[clicks, conversions, links, splitTests, splitDestinations, daily],
];
