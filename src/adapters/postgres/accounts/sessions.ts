import type { Sessions } from '#core/accounts/ports';
import type postgres from 'postgres';
import { type Bans, refuseBanned } from '#core/accounts/banned';
import { mostSessions, type Session, sessionIdLength } from '#core/accounts/sign-in/session';
import { notFound } from '#core/shared/refusal';
import { userColumns, userFromRow, type UserRow } from './user-row.ts';
import { within } from '#adapters/postgres/within';

type SessionRow = {
  readonly sid: string;
  readonly session_user_id: string;
  readonly session_created_at: Date;
  readonly expire: Date;
  readonly proven_at: Date;
  readonly user_agent: string;
};

/** Every call of the API starts with this query: a server that hangs must not block them all. */
const findLimitMs = 1000;

/** Sessions beyond the account's limit that one sign-in removes, so that it stays fast. */
const removedAtOnce = 1000;

/** Sessions in Postgres. */
export function postgresSessions(sql: postgres.Sql, bans: Bans): Sessions {
  return {
    async add(session, passwordHash) {
      refuseBanned(bans, { userId: session.userId });
      return insertSession(sql, session, passwordHash);
    },

    async find(sid) {
      const [row] = await within(findLimitMs, sessionWithUser(sql, sid));
      return row && !bans.isBanned(row.session_user_id)
        ? { session: sessionFromRow(row), user: userFromRow(row) }
        : null;
    },

    async of(userId) {
      const rows = await sql<SessionRow[]>`
        SELECT ${sessionColumns(sql)} FROM sessions
        WHERE user_id = ${userId} ORDER BY created_at DESC, sid LIMIT ${mostSessions}`;
      return rows.map(sessionFromRow);
    },

    async extend(sid, expiresAt) {
      await sql`UPDATE sessions SET expire = ${expiresAt} WHERE sid = ${sid}`;
    },

    async prove(sid, at) {
      await sql`UPDATE sessions SET proven_at = ${at} WHERE sid = ${sid}`;
    },

    async remove(sid) {
      await sql`DELETE FROM sessions WHERE sid = ${sid}`;
    },

    async end(userId, sessionId) {
      const ended = await sql`
        DELETE FROM sessions
        WHERE user_id = ${userId} AND left(sid, ${sessionIdLength}) = ${sessionId} RETURNING 1`;
      if (ended.length === 0) throw notFound();
    },

    removeOthers: (userId, keptSid, at) =>
      sql.begin(async (tx) => {
        // The lock on the account's row orders this before or after a concurrent sign-in.
        await tx`UPDATE users SET devices_since = ${at}, updated_at = ${at} WHERE id = ${userId}`;
        await tx`DELETE FROM sessions WHERE user_id = ${userId} AND sid <> ${keptSid}`;
      }),
  };
}

/** Adds a session like `add`, optionally in a transaction. */
export async function insertSession(
  sql: postgres.ISql,
  { sid, userId, createdAt, expiresAt, provenAt, userAgent }: Session,
  passwordHash: string | null,
): Promise<boolean> {
  // The lock on the account's row waits for a concurrent change of the password. The account's oldest
  // sessions are removed on the way, except locked ones: to wait for those could be a deadlock.
  const added = await sql`
    WITH oldest AS (
      DELETE FROM sessions WHERE sid IN (
        SELECT sid FROM sessions WHERE sid IN (
          SELECT sid FROM sessions WHERE user_id = ${userId}
          ORDER BY created_at DESC, sid LIMIT ${removedAtOnce} OFFSET ${mostSessions - 1})
        FOR UPDATE SKIP LOCKED)
    )
    INSERT INTO sessions (sid, sess, expire, user_id, created_at, proven_at)
    SELECT ${sid}, ${JSON.stringify({ userAgent })}::text::jsonb, ${expiresAt}::timestamptz, id,
      ${createdAt}::timestamptz, ${provenAt}::timestamptz
    FROM users
    WHERE id = ${userId} AND (${passwordHash}::text IS NULL OR password = ${passwordHash})
    FOR SHARE
    RETURNING sid`;
  return added.length > 0;
}

/** Deletes sessions that expired before a time, except locked ones. Returns how many. */
export async function forgetExpiredSessions(sql: postgres.Sql, at: Date): Promise<number> {
  const { count } = await sql`
    DELETE FROM sessions WHERE sid IN (
      SELECT sid FROM sessions WHERE expire <= ${at} FOR UPDATE SKIP LOCKED)`;
  return count;
}

function sessionWithUser(sql: postgres.Sql, sid: string): Promise<(SessionRow & UserRow)[]> {
  return sql<(SessionRow & UserRow)[]>`
    SELECT ${sessionColumns(sql)}, ${userColumns(sql)}
    FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE sessions.sid = ${sid}`;
}

function sessionColumns(sql: postgres.ISql): postgres.PendingQuery<postgres.Row[]> {
  return sql`
    sessions.sid, sessions.user_id AS session_user_id, sessions.created_at AS session_created_at,
    sessions.expire, sessions.proven_at, coalesce(sessions.sess ->> 'userAgent', '') AS user_agent`;
}

function sessionFromRow(row: SessionRow): Session {
  return {
    sid: row.sid,
    userId: row.session_user_id,
    createdAt: row.session_created_at,
    expiresAt: row.expire,
    provenAt: row.proven_at,
    userAgent: row.user_agent,
  };
}
