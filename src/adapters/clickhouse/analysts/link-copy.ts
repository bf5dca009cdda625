import { Readable } from 'node:stream';
import type { ChangedLinks, LinkRecord } from '#core/analytics/sql/changed-links';
import type { RunStatementPorts } from '#core/analytics/sql/run-statement';
import { recentMap } from '#core/shared/recent-map';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { createAnalystViews } from './create-views.ts';

/**
 * The copy of accounts' links in the event store. It has one writer, this process, and begins empty
 * with it: so nothing of an earlier state of Postgres remains. A refresh before each statement makes
 * the copy exact, and takes deleted links out of every view at once.
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
      const { position, erasedLinkIds, links } = await source.since(
        userId,
        positions.get(userId) ?? '0',
      );
      await recordErased(client, userId, erasedLinkIds);
      await copyLinks(client, userId, links);
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

/** Copies the links while they are read, and returns their ids. Without links it asks nothing. */
export async function copyLinks(
  client: ClickHouse,
  userId: string,
  links: AsyncGenerator<LinkRecord, void>,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const first = await links.next();
  if (first.done) return ids;
  const rows = rowsOf(userId, noting(ids, withFirst(first.value, links)));
  await client.insert({
    table: 'analyst_links',
    values: Readable.from(rows, { objectMode: true }),
    ...inserting,
  });
  return ids;
}

async function* withFirst(first: LinkRecord, rest: AsyncGenerator<LinkRecord, void>) {
  yield first;
  yield* rest;
}

async function* noting(ids: Set<string>, links: AsyncGenerator<LinkRecord, void>) {
  for await (const link of links) {
    ids.add(link.id);
    yield link;
  }
}

async function* rowsOf(userId: string, links: AsyncGenerator<LinkRecord, void>) {
  for await (const link of links) {
    yield {
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
}
