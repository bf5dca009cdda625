import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { splitWindows } from '#contract/split-tests/split-words';
import type { DrainSettings } from '#adapters/spool/drain/drain-messages';
import { startDrain } from '#adapters/spool/drain/drain-worker';
import { spoolFolder } from '#adapters/spool/segments';
import { openSpool } from '#adapters/spool/spool';
import { routeLink } from '#core/redirect/route-link';
import { variantAt } from '#core/redirect/split-test';
import type { DayCounts } from '#core/split-tests/counts';
import { type Evidence, judge, type Judgement } from '#core/split-tests/judge';
import { dayMs } from '#core/shared/time';
import { aReport } from '#tests/support/builders/conversions';
import { aVisit } from '#tests/support/builders/visits';
import { silentLog } from '#tests/support/doubles/silent-log';
import { caseCount } from '#tests/support/extent';
import { tempFolder } from '#tests/support/temp-folder';
import { until } from '#tests/support/until';
import { clickWorld, type ClickWorld } from '#tests/support/worlds/analytics/click-world';
import { firstDayMs, splitWorld } from '#tests/support/worlds/links/split-world';

/** Tests that are replayed, and the days of each. */
const replayed = caseCount({ check: 2, extended: 200 });
const lastDay = 24;
const visitsPerDay = 40;
/** Around the first verdicts of each window, and later: a run of every day takes three times as long. */
const judgedDays = [1, 4, 7, 8, 10, 14, 15, 20, lastDay] as const;

const entry = new URL('../src/drain.ts', import.meta.url);
let world: ClickWorld;
beforeAll(async () => {
  world = await clickWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** A spool with a drain into the world's databases. */
function pipeline(settings: DrainSettings) {
  const folder = tempFolder();
  const spool = openSpool({
    dataDir: folder.path,
    newBatch: () => crypto.randomUUID(),
    log: silentLog,
  });
  const drain = startDrain({
    entry,
    settings: { ...settings, dataDir: folder.path },
    abandoned: spool.abandoned,
    onHandOver: () => spool.hear({ kind: 'handOver' }),
    onStored: (batch) => spool.hear({ kind: 'stored', batch }),
    log: () => {},
  });
  spool.connect(drain.post);
  return {
    spool,
    isEmpty: () =>
      !readdirSync(spoolFolder(folder.path)).some((file) => /\.(?:open|sealed)/.test(file)),
    [Symbol.asyncDispose]: async () => {
      await spool.close();
      await drain.stop(1000);
      folder[Symbol.dispose]();
    },
  };
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Happened = {
  readonly day: number;
  readonly destination: number;
  /** Days until the conversion was received; null: none. */
  readonly after: number | null;
};

/** The counts of what happened, made without the store. */
function countsOf(happened: readonly Happened[]): DayCounts[] {
  const groups = Map.groupBy(happened, ({ day, destination }) => `${day} ${destination}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const delays = group.flatMap(({ after }) => (after === null ? [] : [after]));
    return {
      day: firstDayMs / dayMs + first.day,
      destination: first.destination,
      visits: group.length,
      received: delays.length,
      within: splitWindows.map((window) => delays.filter((delay) => delay <= window).length),
      inferred: 0,
    };
  });
}

/** The judgements of the days by the pure function. */
function expectedOf(happened: readonly Happened[], destinations: number): Judgement[] {
  const firstDay = firstDayMs / dayMs;
  const judgements: Judgement[] = [];
  for (const day of judgedDays) {
    const before = judgements.at(-1);
    const evidence: Evidence = {
      destinations,
      today: firstDay + day,
      beganOn: firstDay,
      window: before?.window ?? 1,
      shares: [{ fromDay: firstDay, slots: Array(destinations).fill(1), isAutomatic: false }],
      days: countsOf(happened),
      composition: [],
      isSticky: false,
      instances: 1,
      revenue: null,
      verdict: before?.verdict ?? null,
      withdrawnOn: before?.withdrawnOn ?? null,
    };
    judgements.push(judge(evidence));
  }
  return judgements;
}

/** With the keys in one order: Postgres stores them in its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}

test(
  '[split-tests] tests replayed through spool, drain, store and the daily job get the verdicts of the pure function',
  async () => {
    await using line = pipeline(world.settings);
    const splits = splitWorld(world.sql, {
      client: world.clickHouse,
      store: async () => {},
    });
    const owner = await splits.somebody();
    const tests = [];
    const visits: ReturnType<typeof aVisit>[] = [];
    const reports: ReturnType<typeof aReport>[] = [];

    for (let seed = 1; seed <= replayed; seed += 1) {
      const random = numbersFrom(seed);
      const destinations = 2 + (seed % 3);
      splits.time.nowMs = firstDayMs;
      // The goal lead begins with a window of one day.
      const { link } = await splits.createLink(owner, {
        originalUrl: 'https://shop.example/',
        splitTestEnabled: true,
        splitTestUrls: Array.from(
          { length: destinations },
          (_, at) => `https://shop.example/${at}`,
        ),
      });
      await world.sql`UPDATE split_tests SET goal = 'lead' WHERE link_id = ${link.id}`;
      const routed = routeLink({ link, aliases: [], domainNames: [] });
      const rates = Array.from(
        { length: destinations },
        (_, at) => 0.05 + at * 0.15 + random() * 0.1,
      );
      const happened: Happened[] = [];
      for (let position = 1; position <= visitsPerDay * lastDay; position += 1) {
        const day = Math.floor((position - 1) / visitsPerDay);
        const atMs = firstDayMs + day * dayMs + ((position - 1) % visitsPerDay) * 60_000;
        const variant = variantAt(routed, position, atMs);
        const clickId = Bun.randomUUIDv7('hex', atMs);
        const ids = { userId: owner.id, linkId: link.id };
        const address = `198.51.${position >> 8}.${position & 255}`;
        const visit = {
          clickId,
          atMs,
          linkNumber: link.number,
          splitVersion: 1,
          variant,
          position,
        };
        visits.push(aVisit({ ...ids, ...visit, address }));
        const converts = random() < (rates[variant - 1] ?? 0);
        // Some come late, so that windows rise.
        const after = converts ? (random() < 0.02 ? random() * 8 : random() / 24) : null;
        happened.push({ day, destination: variant - 1, after });
        if (after === null) continue;
        const receivedAtMs = Math.floor(atMs + after * dayMs);
        const report = { ...ids, receivedAtMs, id: Bun.randomUUIDv7('hex', receivedAtMs) };
        const click = { clickId, variant };
        reports.push(aReport({ ...report, click, eventType: 'lead' }));
      }
      tests.push({ linkId: link.id, happened, destinations });
    }
    // A file of the spool has one day: the days of all tests come together, as they do in life.
    const days = Map.groupBy(visits, ({ atMs }) => Math.floor(atMs / dayMs));
    for (const [, ofDay] of days) line.spool.write(ofDay);
    for (const report of reports.toSorted((one, other) => one.receivedAtMs - other.receivedAtMs)) {
      await line.spool.conversions.record(report, 'written');
    }
    await until('everything is stored', line.isEmpty, 600);

    for (const day of judgedDays) {
      splits.atDay(day);
      for (let left = tests.length; left > 0; left -= 50) await splits.judge();
    }

    for (const { linkId, happened, destinations } of tests) {
      const rows = await world.sql<{ judgement: Judgement }[]>`
        SELECT judgement FROM split_judgements JOIN split_tests ON id = test_id
        WHERE link_id = ${linkId} ORDER BY day`;
      const stored = rows.map(({ judgement }) => judgement);
      expect(JSON.stringify(sorted(stored))).toBe(
        JSON.stringify(sorted(expectedOf(happened, destinations))),
      );
    }
    const winners = await world.sql`SELECT 1 FROM split_tests WHERE verdict IS NOT NULL`;
    expect(winners.length).toBeGreaterThan(0);
  },
  caseCount({ check: 120_000, extended: 1_800_000 }),
);
