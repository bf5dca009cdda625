import type { RawVisit } from '#core/redirect/raw-visit';
import { dayMs, utcDay } from '#core/shared/time';
import { weighted } from './random.ts';

/** The data of a link that a demonstration visit needs. */
export type VisitedLink = {
  readonly id: string;
  readonly number: number;
  readonly userId: string;
  readonly variants: number;
  readonly createdAtMs: number;
  readonly tracks: boolean;
  /** The link's fixed profit per sale; null without one. */
  readonly saleProfitCents: number | null;
  /** Its rank among the account's links by popularity, from 0. */
  readonly rank: number;
};

export type Demo = {
  readonly links: readonly VisitedLink[];
  readonly nowMs: number;
  readonly days: number;
  readonly random: () => number;
};

/** Address ranges of large internet providers, which a city database knows, with their share. */
const networks: readonly (readonly [string, number])[] = [
  ['91.0', 22], // Germany
  ['84.160', 12],
  ['73.162', 11], // United States
  ['98.207', 8],
  ['24.4', 6],
  ['86.132', 9], // United Kingdom
  ['90.12', 7], // France
  ['62.178', 6], // Austria
  ['84.72', 6], // Switzerland
  ['84.82', 5], // Netherlands
  ['83.36', 4], // Spain
  ['99.230', 3], // Canada
  ['79.20', 3], // Italy
  ['126.79', 2], // Japan
  ['1.129', 2], // Australia
  ['177.32', 2], // Brazil
];

const people: readonly (readonly [string, number])[] = [
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    30,
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    22,
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    8,
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    16,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    10,
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', 6],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    5,
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    3,
  ],
];

const crawlers: readonly (readonly [string, number])[] = [
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 3],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 4],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 2],
];

const referrers: readonly (readonly [string, number])[] = [
  ['', 38],
  ['https://l.instagram.com/', 24],
  ['https://www.google.com/', 12],
  ['https://www.youtube.com/', 7],
  ['https://t.co/', 5],
  ['https://www.linkedin.com/', 4],
  ['https://www.reddit.com/', 4],
  ['https://open.spotify.com/', 3],
  ['https://www.facebook.com/', 2],
  ['https://news.ycombinator.com/', 1],
];

/** What the links were shared with, with its share. */
const queries: readonly (readonly [string, number])[] = [
  ['', 48],
  ['utm_source=newsletter&utm_medium=email&utm_campaign=autumn-mail', 22],
  ['utm_source=instagram&utm_medium=social&utm_campaign=autumn-sale', 12],
  ['utm_source=google&utm_medium=cpc&utm_campaign=black-friday', 8],
  ['utm_source=newsletter&utm_medium=email&utm_campaign=gift-guide', 5],
  ['utm_source=youtube&utm_medium=video&utm_campaign=trail-talk', 3],
  ['utm_source=newsletter&utm_medium=email&utm_campaign=back-to-trail', 2],
];

/** Sunday first: people shop in the evening, and more towards the weekend. */
const weekdays = [1.1, 0.8, 0.85, 0.9, 1, 1.15, 1.2];
const clicksOnFirstDay = 260;
const clicksOnLastDay = 620;

/** The visits of the last days, oldest first, one list per UTC day. */
export function* demoVisits(demo: Demo): Generator<readonly RawVisit[]> {
  const turns = new Map<string, number>();
  for (let day = demo.days - 1; day >= 0; day -= 1) {
    const startMs = Math.floor(demo.nowMs / dayMs - day) * dayMs;
    const endMs = Math.min(startMs + dayMs, demo.nowMs);
    const times = timesOf(demo, { startMs, endMs, progress: 1 - day / demo.days });
    yield times.flatMap((atMs) => visitAt(demo, atMs, turns));
  }
}

function timesOf(
  { random }: Demo,
  { startMs, endMs, progress }: { startMs: number; endMs: number; progress: number },
): number[] {
  const trend = clicksOnFirstDay + (clicksOnLastDay - clicksOnFirstDay) * progress;
  const weekday = weekdays[new Date(startMs).getUTCDay()] ?? 1;
  const count = Math.round(trend * weekday * (0.9 + 0.2 * random()));
  return Array.from({ length: count }, () => startMs + Math.floor(timeOfDay(random) * dayMs))
    .filter((atMs) => atMs < endMs)
    .toSorted((one, other) => one - other);
}

/** Few at night, a peak at noon, most in the evening: a fraction of the day. */
function timeOfDay(random: () => number): number {
  const around = random() < 0.35 ? 0.46 : 0.76;
  const spread = (random() + random() + random() - 1.5) * 0.32;
  return (around + spread + 1) % 1;
}

/** Visitors count as new each UTC day: without cookies nobody is recognised on the next. */
function cookieOf(person: number, atMs: number): string {
  return `${utcDay(atMs).replaceAll('-', '')}${person.toString(16)}`.padStart(32, '0');
}

function visitAt(demo: Demo, atMs: number, turns: Map<string, number>): RawVisit[] {
  const { random, links } = demo;
  const open = links.filter((link) => link.createdAtMs <= atMs);
  if (open.length === 0) return [];
  const link = weighted(
    random,
    open.map((each) => [each, 1 / (each.rank + 1.5)] as const),
  );
  const isBot = random() < 0.07;
  const position = isBot || link.variants === 0 ? 0 : (turns.get(link.id) ?? 0) + 1;
  if (position > 0) turns.set(link.id, position);
  const person = Math.floor(random() * 9000);
  const network = weighted(random, networks);

  return [
    {
      clickId: Bun.randomUUIDv7('hex', atMs),
      atMs,
      linkId: link.id,
      linkNumber: link.number,
      userId: link.userId,
      class: isBot ? 'bot' : 'human',
      splitVersion: link.variants === 0 ? 0 : 1,
      variant: link.variants === 0 ? 0 : position === 0 ? 1 : ((position - 1) % link.variants) + 1,
      position,
      rule: 0,
      isAnonymous: random() < 0.03,
      address: `${network}.${Math.floor(random() * 256)}.${1 + Math.floor(random() * 254)}`,
      userAgent: weighted(random, isBot ? crawlers : people),
      referrer: isBot ? '' : weighted(random, referrers),
      query: weighted(random, queries),
      visitorCookie: isBot ? '' : cookieOf(person, atMs),
    },
  ];
}
