import { Readable } from 'node:stream';
import type { ChangedLinks, LinkRecord, SplitTestRecord } from '#core/analytics/sql/changed-links';
import type { RunStatementPorts } from '#core/analytics/sql/run-statement';
import { recentMap } from '#core/shared/recent-map';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { createAnalystViews } from './create-views.ts';

/**
 * The copy of accounts' links and split tests in the event store. This process is its only writer,
 * and empties it at the start, so that nothing of an earlier state of Postgres remains. A refresh
 * before each statement makes the copy exact, and takes deleted links out of every view at once.
 */
export function analystLinks(client: ClickHouse, source: ChangedLinks): RunStatementPorts['links'] {
  const positions = recentMap<string, string>(10_000);
  let preparing: Promise<void> | null = null;

  const prepared = async (): Promise<void> => {
    preparing ??= prepare(client);
    try {
      await preparing;
    } catch (error) {
      preparing = null;
      throw error;
    }
  };

  return {
    async refresh(userId) {
      await prepared();
      const { position, erasedLinkIds, links, splitTests } = await source.since(
        userId,
        positions.get(userId) ?? '0',
      );
      await recordErased(client, userId, erasedLinkIds);
      await copyLinks(client, userId, links);
      await copyTests(client, userId, splitTests);
      positions.set(userId, position);
    },
  };
}

const inserting = {
  format: 'JSONEachRow',
  clickhouse_settings: { async_insert: 0, date_time_input_format: 'best_effort' },
} as const;

async function prepare(client: ClickHouse): Promise<void> {
  await createAnalystViews(client);
  await client.command({ query: 'TRUNCATE TABLE analyst_links' });
  await client.command({ query: 'TRUNCATE TABLE analyst_split_tests' });
  await client.command({ query: 'TRUNCATE TABLE analyst_erasures' });
}

/** Takes links out of every view of the account. */
export async function recordErased(
  client: ClickHouse,
  userId: string,
  linkIds: readonly string[],
): Promise<void> {
  if (linkIds.length === 0) return;
  const values = linkIds.map((linkId) => ({ user_id: userId, link_id: linkId }));
  await client.insert({ table: 'analyst_erasures', values, ...inserting });
}

/**
 * Copies the links while they are read, and returns their ids. Without links it sends no statement.
 */
export function copyLinks(
  client: ClickHouse,
  userId: string,
  links: AsyncGenerator<LinkRecord, void>,
): Promise<ReadonlySet<string>> {
  return copy(client, 'analyst_links', { records: links, rowOf: (link) => linkRow(userId, link) });
}

/** Copies split tests under the rules of `copyLinks`. */
export function copyTests(
  client: ClickHouse,
  userId: string,
  tests: AsyncGenerator<SplitTestRecord, void>,
): Promise<ReadonlySet<string>> {
  const rowOf = (test: SplitTestRecord) => testRow(userId, test);
  return copy(client, 'analyst_split_tests', { records: tests, rowOf });
}

type Copied<Kept> = {
  readonly records: AsyncGenerator<Kept, void>;
  readonly rowOf: (record: Kept) => object;
};

/** Rows of one statement: with the longest addresses they are below the 64 MB that the engine takes. */
const rowsAtOnce = 3000;

async function copy<Kept extends { readonly id: string }>(
  client: ClickHouse,
  table: string,
  { records, rowOf }: Copied<Kept>,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  let next = await records.next();
  const rows = async function* () {
    for (let count = 0; !next.done && count < rowsAtOnce; count += 1) {
      ids.add(next.value.id);
      yield rowOf(next.value);
      // oxlint-disable-next-line no-await-in-loop
      next = await records.next();
    }
  };
  while (!next.done) {
    // The parts of one list follow each other. A part that is sent again has the same versions.
    // oxlint-disable-next-line no-await-in-loop
    await client.insert({
      table,
      values: Readable.from(rows(), { objectMode: true }),
      ...inserting,
    });
  }
  return ids;
}

function linkRow(userId: string, link: LinkRecord) {
  return {
    user_id: userId,
    link_id: link.id,
    version: link.version,
    short_url: link.shortUrl,
    code: link.code,
    alias: link.alias,
    title: link.title,
    original_url: link.originalUrl,
    destinations: link.destinations,
    is_split_test: link.isSplitTest,
    split_version: link.splitVersion,
    is_active: link.isActive,
    tracks_clicks: link.tracksClicks,
    tracks_conversions: link.tracksConversions,
    expires_at: link.expiresAt,
    created_at: link.createdAt,
    updated_at: link.updatedAt,
  };
}

function testRow(userId: string, test: SplitTestRecord) {
  return {
    user_id: userId,
    test_id: test.id,
    link_id: test.linkId,
    version: test.version,
    split_version: test.splitVersion,
    goal: test.goal,
    currency: test.currency,
    mode: test.mode,
    window_days: test.windowDays,
    began_at: test.beganAt,
    ended_at: test.endedAt,
    state: test.state,
    sentence: test.sentence,
    winner: test.winner,
    decided_on: test.decidedOn,
    names: test.destinations.map(({ name }) => name),
    urls: test.destinations.map(({ url }) => url),
    share_days: test.shares.map(({ fromDay }) => fromDay),
    share_slots: test.shares.map(({ slots }) => slots),
  };
}
