import type postgres from 'postgres';
import type { Sessions } from '#core/accounts/session';
import { userColumns, userFromRow, type UserRow } from './user-row.ts';
import { within } from './within.ts';

type SessionRow = UserRow & {
  readonly sid: string;
  readonly session_created_at: Date;
  readonly expire: Date;
};

/** Every call of the API starts with this question: a server that hangs must not hold them all. */
const findLimitMs = 1000;

/** Sessions in Postgres. */
export function postgresSessions(sql: postgres.Sql): Sessions {
  return {
    async add({ sid, userId, createdAt, expiresAt }) {
      await sql`
        WITH over AS (DELETE FROM sessions WHERE expire <= ${createdAt})
        INSERT INTO sessions (sid, sess, expire, user_id, created_at)
        VALUES (${sid}, ${sql.json({})}, ${expiresAt}, ${userId}, ${createdAt})`;
    },

    async find(sid) {
      const [row] = await within(findLimitMs, sessionRows(sql, sid));
      if (row === undefined) return null;

      const session = {
        sid: row.sid,
        userId: row.id,
        createdAt: row.session_created_at,
        expiresAt: row.expire,
      };
      return { session, user: userFromRow(row) };
    },

    async extend(sid, expiresAt) {
      await sql`UPDATE sessions SET expire = ${expiresAt} WHERE sid = ${sid}`;
    },

    async remove(sid) {
      await sql`DELETE FROM sessions WHERE sid = ${sid}`;
    },
  };
}

function sessionRows(sql: postgres.Sql, sid: string): Promise<SessionRow[]> {
  return sql<SessionRow[]>`
    SELECT sessions.sid, sessions.created_at AS session_created_at, sessions.expire,
      ${userColumns(sql)}
    FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE sessions.sid = ${sid}`;
}
