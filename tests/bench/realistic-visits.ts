import type { RawVisit } from '#core/redirect/raw-visit';

/*
 * Visits like those of a busy instance: 300 accounts and 6,000 links of very unequal popularity,
 * 400 user agents, 150 referring pages, a third of the addresses IPv6 and nearly all of them new,
 * 12 % bots, 3 % prefetches. The same seed gives the same visits, except for their ids and times.
 */

let state = 42;
const random = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};
const below = (limit: number): number => Math.floor(random() * limit);
/** Low numbers are popular. */
const popular = (limit: number): number => Math.floor(limit ** random()) - 1;
const id = (number: number): string =>
  `01930000-0000-7000-8000-${(number * 7_919).toString(16).padStart(12, '0')}`;

const agents = Array.from({ length: 400 }, (_, index) => {
  const chrome = `AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${90 + (index % 50)}.0.${index}.0`;
  const safari = `AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${13 + (index % 6)}.${index % 7}`;
  const systems = [
    `(Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`,
    `(iPhone; CPU iPhone OS ${13 + (index % 6)}_${index % 7} like Mac OS X) ${safari} Mobile/15E148 Safari/604.1`,
    `(Linux; Android ${9 + (index % 7)}; SM-A${index}B) ${chrome} Mobile Safari/537.36`,
    `(Macintosh; Intel Mac OS X 10_15_7) ${safari} Safari/605.1.15`,
  ];
  return `Mozilla/5.0 ${systems[index % systems.length] ?? ''}`;
});
const referrers = [
  ...['', '', '', 'https://www.google.com/', 'https://t.co/', 'https://l.facebook.com/'],
  ...Array.from({ length: 150 }, (_, n) => `https://blog${n}.example/posts/${n * 37}/read?x=${n}`),
];

/** One visit at a time in epoch milliseconds. */
export function realisticVisit(atMs: number): RawVisit {
  const link = popular(6000);
  const isSplit = link % 5 === 0;
  const kind = random();
  return {
    clickId: Bun.randomUUIDv7('hex', atMs),
    atMs,
    linkId: id(1000 + link),
    linkNumber: link + 1,
    userId: id(link % 300),
    class: kind < 0.85 ? 'human' : kind < 0.97 ? 'bot' : 'prefetch',
    splitVersion: isSplit ? 1 : 0,
    variant: isSplit ? 1 + below(3) : 0,
    position: isSplit ? below(10_000) : 0,
    rule: 0,
    isAnonymous: random() < 0.02,
    address:
      random() < 0.35 ? ipv6() : `${1 + below(220)}.${below(256)}.${below(256)}.${below(256)}`,
    userAgent: agents[popular(agents.length)] ?? '',
    referrer: referrers[Math.floor(random() * random() * referrers.length)] ?? '',
    query: random() < 0.3 ? `utm_source=s${below(5)}&utm_campaign=c${below(40)}` : '',
    visitorCookie: '',
  };
}

function ipv6(): string {
  const group = (): string => below(65_536).toString(16);
  return `2a0${below(10)}:${group()}:${group()}:${group()}::${group()}`;
}
