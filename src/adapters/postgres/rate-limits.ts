import type postgres from 'postgres';
import type { SharedRateLimit } from '#core/shared/limits/rate-limit';
import { secondMs } from '#core/shared/time';
import { within } from './within.ts';

/** A limit: at most `limit` actions of a key within each period of `windowMs`. */
export type Policy = {
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
};

const askLimitMs = 3 * secondMs;
/** Expired rows that each action deletes, at most. */
const clearedAtOnce = 100;

/**
 * A limit that all instances count together, in Postgres. `pseudonym` is a keyed hash, 64
 * hexadecimal digits: no address is stored. Calls fail while Postgres is away.
 */
export function postgresRateLimit(
  sql: postgres.Sql,
  pseudonym: (text: string) => string,
  policy: Policy,
): SharedRateLimit {
  return {
    async waitSeconds(key, nowMs) {
      const keyDigest = pseudonym(`${policy.name} ${key}`);
      const [answer] = await within(askLimitMs, take(sql, policy, { keyDigest, nowMs }));
      if (answer === undefined || answer.taken) return 0;
      const firstMs = answer.first?.getTime() ?? nowMs;
      return Math.max(1, Math.ceil((firstMs + policy.windowMs - nowMs) / secondMs));
    },
  };
}

/**
 * Counts one action if there is room. The row's lock orders the actions of one key, on all
 * instances. Actions in the future come from a clock that was set back, and count too.
 */
function take(
  sql: postgres.Sql,
  { name, limit, windowMs }: Policy,
  { keyDigest, nowMs }: { readonly keyDigest: string; readonly nowMs: number },
) {
  const [now, endsAt] = [new Date(nowMs), new Date(nowMs + windowMs)];
  const isRecent = sql`act > ${new Date(nowMs - windowMs)} AND act < ${endsAt}`;
  return sql<{ taken: boolean; first: Date | null }[]>`
    WITH cleared AS (
      DELETE FROM rate_limits WHERE (name, key_digest) IN (
        SELECT name, key_digest FROM rate_limits
        WHERE ends_at <= ${now} AND NOT (name = ${name} AND key_digest = ${keyDigest})
        LIMIT ${clearedAtOnce} FOR UPDATE SKIP LOCKED)
    ), taken AS (
      INSERT INTO rate_limits AS known (name, key_digest, acts, ends_at)
      VALUES (${name}, ${keyDigest}, ARRAY[${now}::timestamptz], ${endsAt})
      ON CONFLICT (name, key_digest) DO UPDATE SET
        acts = ARRAY(SELECT act FROM unnest(known.acts) AS act WHERE ${isRecent}) || ${now}::timestamptz,
        ends_at = ${endsAt}
      WHERE (SELECT count(*) FROM unnest(known.acts) AS act WHERE ${isRecent}) < ${limit}
      RETURNING 1
    )
    SELECT EXISTS (SELECT FROM taken) AS taken,
      (SELECT min(act) FROM rate_limits, unnest(acts) AS act
       WHERE name = ${name} AND key_digest = ${keyDigest} AND ${isRecent}) AS first`;
}
