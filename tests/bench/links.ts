// An account with 100,000 links: `bun run bench:links`. Measures the pages, searches, bulk actions and
// the export that its owner asks for, and the redirects of another account meanwhile. The cases take
// turns with each other and with rests, so that other load of the machine affects all of them; the
// figures of redirects are medians of the turns. Links are written directly into Postgres: the API
// limits how fast they are made. Words select cases by a part of their name, and a number is that of
// links.
import postgres from 'postgres';
import { embeddedPostgresUrl } from '#tests/support/builders/seeded-links';
import { signUp, type Person } from '#tests/support/person';
import { eventually } from '#tests/support/waiting';
import { median, sayClaim } from './figures.ts';
import { bystander, type During, measuredWaypost } from './measured-waypost.ts';

const given = Bun.argv.slice(2);
const linkCount = Number(given.find((word) => /^\d+$/.test(word)) ?? 100_000);
const words = given.filter((word) => !/^\d+$/.test(word));
const turns = 5;
/** Until the code of a page is compiled, and its rows are in memory. */
const warmRounds = 10;
/** The 99th percentile of fewer visits would be a single one. */
const turnMs = 4_000;
/** Cases between two rests. */
const casesAtOnce = 4;
const settleSeconds = 30;
const most = { pageMs: 150, redirectRatio: 2 };

await using waypost = await measuredWaypost();
const during = await bystander(waypost);
const owner = await signUp(waypost.url);
await fill(owner);
// What Postgres does by itself after so many writes.
await Bun.sleep(settleSeconds * 1000);
process.exitCode = (await measure(owner, during)) ? 0 : 1;

type Case = {
  readonly name: string;
  /** A page or a search: repeated during a turn, and limited in time. */
  readonly isPage: boolean;
  run(round: number): Promise<void>;
};

/** The milliseconds of each run, and the redirects' 99th percentile of each turn. */
type Figures = { readonly taken: number[]; readonly p99s: number[] };

async function measure(owner: Person, during: During): Promise<boolean> {
  const tag: { id: string } = await (
    await owner.send('POST', '/api/v1/tags', { name: 'everywhere' })
  ).json();
  const page = (query: string) => () => read(owner, `/api/links?limit=20&${query}`);
  const paged = (name: string, query: string): Case => ({ name, isPage: true, run: page(query) });
  const bulk = (action: string, more: object = {}): Case => ({
    name: `bulk ${action} of all`,
    isPage: false,
    run: () => changeAll(owner, { action, ...more }),
  });
  const untagged: readonly Case[] = [
    paged('first page', 'sort=createdAt'),
    { name: 'next pages', isPage: true, run: pagesOf(owner) },
    paged('by title', 'sort=name&order=asc'),
    paged('by clicks', 'sort=totalClicks'),
    paged('by conversions', 'sort=totalConversions'),
    paged('active ones', 'status=active'),
    {
      name: 'search: one link',
      isPage: true,
      run: (round) => page(`search=item-${String(round * 37).padStart(6, '0')}`)(),
    },
    paged('search: 1 in 100', 'search=campaign-42-'),
    paged('search: all', 'search=shop.example'),
    paged('search: none', 'search=no-such-link'),
    paged('search: two letters', 'search=m4'),
  ];
  const tagging = bulk('tag', { tag: tag.id });
  const tagged: readonly Case[] = [
    paged('by tag', `tag=${tag.id}`),
    paged('search: a tag of all', 'search=everywhere'),
  ];
  const changes: readonly Case[] = [
    bulk('untag', { tag: tag.id }),
    tagging,
    bulk('pause'),
    bulk('resume'),
    { name: 'export', isPage: false, run: () => read(owner, '/api/export/links') },
  ];

  console.log('what | p50 ms | p95 ms | redirect p99 ms | at rest | p99 ÷ rest');
  let holds = await measureInTurns(untagged, during);
  await tagging.run(0);
  holds = (await measureInTurns(tagged, during)) && holds;
  holds = (await measureInTurns(changes, during)) && holds;
  sayClaim(
    `pages and searches p95 ≤ ${most.pageMs} ms, redirects' p99 ≤ ${most.redirectRatio} × rest`,
    holds,
  );
  return holds;
}

async function measureInTurns(all: readonly Case[], during: During): Promise<boolean> {
  const cases = all.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  const rests: number[] = [];
  const figures = new Map<Case, Figures>(cases.map((one) => [one, { taken: [], p99s: [] }]));
  /* oxlint-disable no-await-in-loop -- one after the other: they must not slow each other */
  for (const [one] of figures) {
    for (let round = 0; one.isPage && round < warmRounds; round += 1) await one.run(0);
  }
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [at, [one, { taken, p99s }]] of [...figures].entries()) {
      if (at % casesAtOnce === 0) {
        rests.push((await during(() => Bun.sleep(turnMs))).p99);
      }
      p99s.push((await during(() => runOneTurn(one, taken))).p99);
    }
  }
  /* oxlint-enable no-await-in-loop */
  return [...figures].map((row) => say(row, median(rests))).every(Boolean);
}

async function runOneTurn({ isPage, run }: Case, taken: number[]): Promise<void> {
  const untilMs = performance.now() + turnMs;
  do {
    const startedAt = performance.now();
    // oxlint-disable-next-line no-await-in-loop
    await run(taken.length + 1);
    taken.push(performance.now() - startedAt);
  } while (isPage && performance.now() < untilMs);
}

/** Prints a case's figures; returns whether they hold. */
function say([{ name, isPage }, { taken, p99s }]: [Case, Figures], restP99: number): boolean {
  const p95 = taken.toSorted((a, b) => a - b)[Math.ceil(taken.length * 0.95) - 1] ?? 0;
  const ratio = median(p99s) / restP99;
  const cells = [median(taken).toFixed(0), p95.toFixed(0), median(p99s).toFixed(1)];
  const holds = !(isPage && p95 > most.pageMs) && ratio <= most.redirectRatio;
  const row = [name, ...cells, restP99.toFixed(1), ratio.toFixed(2)].join(' | ');
  console.log(`${row}${holds ? '' : '  ← missed'}`);
  return holds;
}

/** Follows the pages from the first one. */
function pagesOf(owner: Person): () => Promise<void> {
  let next = '/api/links?limit=20&sort=createdAt';
  return async () => {
    const answer = await owner.get(next);
    await answer.arrayBuffer();
    next = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1] ?? next;
  };
}

async function read(owner: Person, path: string): Promise<void> {
  const answer = await owner.get(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  for await (const _ of answer.body ?? []) {
    // Only its duration counts.
  }
}

/** Changes every link, and waits for the end. */
async function changeAll(owner: Person, wish: object): Promise<void> {
  const json = { ...wish, matching: {}, count: linkCount };
  const answer = await owner.send('POST', '/api/v1/bulk-actions', json);
  if (answer.status !== 202) throw new Error(`bulk: ${answer.status} ${await answer.text()}`);
  const { id }: { id: string } = await answer.json();
  await eventually(
    async (): Promise<{ state: string }> => (await owner.get(`/api/v1/bulk-actions/${id}`)).json(),
    ({ state }) => state === 'done',
    600,
  );
}

async function fill(owner: Person): Promise<void> {
  const { id: userId }: { id: string } = await (await owner.get('/api/auth/user')).json();
  const sql = postgres(embeddedPostgresUrl(waypost.dataDir), { max: 1, onnotice: () => {} });
  const startedAt = performance.now();
  await sql`
    WITH added AS (
      INSERT INTO links (id, user_id, original_url, short_code, title, created_at, updated_at)
      SELECT gen_random_uuid(), ${userId},
        'https://shop.example/campaign-' || n % 100 || '-/item-' || lpad(n::text, 6, '0')
          || '?utm_source=newsletter&utm_campaign=' || md5((n % 1000)::text),
        'M' || lpad(n::text, 6, '0'), 'Offer ' || md5(n::text),
        now() - n * interval '1 second', now()
      FROM generate_series(1, ${linkCount}) AS n
      RETURNING id, short_code)
    INSERT INTO link_names (folded_name, link_id, kind) SELECT lower(short_code), id, 'code' FROM added`;
  // What Postgres does by itself after so many writes must not meet the measurement at rest.
  await sql`VACUUM ANALYZE links, link_texts, link_names`;
  await sql.end({ timeout: 5 });
  const last = `${waypost.url}/M${String(linkCount).padStart(6, '0')}`;
  await eventually(
    () => fetch(last, { redirect: 'manual' }),
    ({ status }) => status === 302,
    120,
  );
  console.log(
    `${linkCount} links written in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  );
}
