import type postgres from 'postgres';
import { shownName } from '#adapters/postgres/links/shown-name';
import type { AttemptLog, Attempts } from '#core/conversions/ports';
import type { Attempt, ListedAttempt } from '#core/conversions/reports/attempt';
import { isId } from '#core/shared/ids';
import { faultFields, type Log } from '#core/shared/log';
import { notFound } from '#core/shared/refusal';

const shownAttempts = 50;
const shownUntracked = 10;
const keptPerLink = 100;

/** The stored reports of the debug list. */
export type PostgresAttempts = Attempts & {
  /**
   * Stores them, except for those of deleted links, and deletes old ones and those above the limit.
   */
  store(attempts: readonly Attempt[]): Promise<void>;
};

export function postgresAttempts(sql: postgres.Sql): PostgresAttempts {
  const columns = sql`
    conversion_attempts.id::float8 AS number, link_id AS "linkId", received_at AS at, source, outcome, reason, event_type AS "eventType",
    value, currency, order_id AS "orderId", has_click_id AS "hasClickId"`;

  return {
    async newest(userId, linkId) {
      if (!isId(linkId)) throw notFound();
      const [own] = await sql`SELECT FROM links WHERE id = ${linkId} AND user_id = ${userId}`;
      if (own === undefined) throw notFound();
      const rows = await sql<ListedAttempt[]>`
        SELECT ${columns}, ${shownName(sql)} AS "linkName"
        FROM conversion_attempts JOIN links ON links.id = link_id
        WHERE link_id = ${linkId} AND received_at > now() - interval '7 days'
        ORDER BY conversion_attempts.id DESC LIMIT ${shownAttempts}`;
      return rows.map((row) => ({ ...row }));
    },

    async newestUntracked(userId) {
      const rows = await sql<ListedAttempt[]>`
        SELECT ${columns}, ${shownName(sql)} AS "linkName"
        FROM conversion_attempts JOIN links ON links.id = link_id
        WHERE links.user_id = ${userId} AND NOT links.track_conversions
          AND received_at > now() - interval '7 days'
        ORDER BY conversion_attempts.id DESC LIMIT ${shownUntracked}`;
      return rows.map((row) => ({ ...row }));
    },

    async store(attempts) {
      const linkIds = [...new Set(attempts.map(({ linkId }) => linkId))];
      await sql.begin(async (tx) => {
        await insert(tx, attempts);
        await tx`
          DELETE FROM conversion_attempts WHERE id IN (
            SELECT id FROM (
              SELECT id, row_number() OVER (PARTITION BY link_id ORDER BY id DESC) AS place
              FROM conversion_attempts WHERE link_id = ANY(${linkIds}::uuid[])
            ) AS ranked WHERE place > ${keptPerLink})`;
        await tx`
          DELETE FROM conversion_attempts WHERE received_at < now() - interval '7 days'`;
      });
    },
  };
}

async function insert(sql: postgres.ISql, attempts: readonly Attempt[]): Promise<void> {
  await sql`
    INSERT INTO conversion_attempts (link_id, received_at, source, outcome, reason, event_type,
      value, currency, order_id, has_click_id)
    SELECT links.id, at, source, outcome, reason, "eventType", value, currency, "orderId",
      "hasClickId"
    FROM jsonb_to_recordset(${JSON.stringify(attempts)}::text::jsonb) AS sent (
      "linkId" uuid, at timestamptz, source text, outcome text, reason text,
      "eventType" text, value text, currency text, "orderId" text, "hasClickId" boolean)
    JOIN links ON links.id = "linkId"`;
}

const afterMs = 500;
/**
 * Attempts above this limit are dropped until the next write: the debug list may be incomplete
 * during a flood.
 */
const mostWaiting = 1000;

/**
 * Writes attempts to the database in batches, after the responses. A batch that cannot be written
 * is dropped: the debug list only describes conversions, which are stored elsewhere.
 */
export function attemptQueue({
  store,
  log,
}: Pick<PostgresAttempts, 'store'> & { readonly log: Log }): AttemptLog {
  let waiting: Attempt[] = [];
  let isArmed = false;

  const flush = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    await store(batch).catch((error: unknown) =>
      log.warn('the debug list of conversions lost some reports', faultFields(error)),
    );
    isArmed = false;
    if (waiting.length > 0) arm();
  };
  const arm = (): void => {
    if (isArmed) return;
    isArmed = true;
    setTimeout(() => void flush(), afterMs).unref();
  };

  return {
    record(attempt) {
      if (waiting.length >= mostWaiting) return;
      waiting.push(attempt);
      arm();
    },
  };
}
