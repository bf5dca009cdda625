import type { ClickArchive, Fold } from '#core/clicks/fold-expired-months';
import { expiringMonths } from './archive-months.ts';
import type { ClickHouse } from '#adapters/clickhouse/connect';

/** The archive of expired months, beside the clicks that it replaces. */
export function clickhouseArchive(client: ClickHouse): ClickArchive {
  return {
    monthsBefore: (month) => expiringMonths(client, month),

    /** One day at a time: no query takes long, and the projection `link_day` answers. */
    async draft(month, fold) {
      for (const day of daysOf(month)) {
        await client.command({ query: foldOfDay, query_params: { day, fold } });
      }
    },

    async discard(drafts) {
      await client.command({
        query: 'ALTER TABLE clicks_archive DELETE WHERE fold IN {folds:Array(UUID)}',
        query_params: { folds: drafts.map(({ fold }) => fold) },
        clickhouse_settings: { mutations_sync: '2' },
      });
    },

    /** The token blocks a second run that would count the same clicks under another name. */
    async count(month, draft) {
      const closed = await client.query({
        query: `SELECT toUInt32(count()) FROM archive_folds
          WHERE month = {month:UInt32} AND step = 'dropped'`,
        query_params: { month },
        format: 'JSONCompactEachRow',
      });
      const [[before] = [0]] = await closed.json<[number]>();
      await mark(client, { month, fold: draft.fold, step: 'counted' }, [before, draft.clicks]);
    },

    async withdraw({ fold }) {
      await client.command({
        query: 'ALTER TABLE archive_folds DELETE WHERE fold = {fold:UUID}',
        query_params: { fold },
        clickhouse_settings: { mutations_sync: '2' },
      });
    },

    async dropClicks(month) {
      await client.command({
        query: 'ALTER TABLE clicks DROP PARTITION {month:UInt32}',
        query_params: { month },
      });
    },

    async close(month, { fold }) {
      await mark(client, { month, fold, step: 'dropped' }, [fold]);
    },
  };
}

const foldOfDay = `
  INSERT INTO clicks_archive (user_id, link_id, day, class, split_version, variant, count, fold)
  SELECT
    user_id, link_id, toDate(clicked_at), class, split_version, variant, count(), {fold:UUID}
  FROM clicks WHERE toDate(clicked_at) = {day:Date}
  GROUP BY user_id, link_id, toDate(clicked_at), class, split_version, variant`;

async function mark(
  client: ClickHouse,
  { month, fold, step }: { month: number; fold: Fold['fold']; step: 'counted' | 'dropped' },
  token: readonly (number | string)[],
): Promise<void> {
  await client.command({
    query: `INSERT INTO archive_folds (month, fold, step, marked_at)
      SELECT {month:UInt32}, {fold:UUID}, {step:String}, now64(3)`,
    query_params: { month, fold, step },
    clickhouse_settings: {
      async_insert: 0,
      insert_deduplicate: 1,
      insert_deduplication_token: [step, month, ...token].join(' '),
    },
  });
}

function daysOf(month: number): readonly string[] {
  const [year, index] = [Math.floor(month / 100), (month % 100) - 1];
  const length = new Date(Date.UTC(year, index + 1, 0)).getUTCDate();
  return Array.from({ length }, (_, day) =>
    new Date(Date.UTC(year, index, day + 1)).toISOString().slice(0, 10),
  );
}
