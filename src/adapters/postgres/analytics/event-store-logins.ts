import type postgres from 'postgres';
import type { EventStoreLoginPorts } from '#core/analytics/sql/event-store-logins';

/** Encrypts a password while it is stored. */
export type PasswordSeal = {
  close(text: string): Uint8Array;
  /** Throws when another installation encrypted the bytes. */
  open(bytes: Uint8Array): string;
};

type Row = {
  readonly sealed: Uint8Array;
  readonly shape: string | null;
  readonly shown_at: Date | null;
};

/** Accounts' users in the operator's event store, in Postgres. */
export function postgresEventStoreLogins(
  sql: postgres.Sql,
  seal: PasswordSeal,
): EventStoreLoginPorts['logins'] {
  return {
    async find(userId) {
      const [row] = await sql<Row[]>`
        SELECT sealed, shape, shown_at FROM event_store_logins WHERE user_id = ${userId}`;
      const password = row === undefined ? null : opened(seal, row.sealed);
      // A password that this installation's secret cannot decrypt counts as missing: the next login
      // replaces it.
      if (row === undefined || password === null) return null;
      return { password, shape: row.shape, shownAt: row.shown_at };
    },

    async put(userId, { password, shownAt }) {
      const sealed = Buffer.from(seal.close(password));
      await sql`
        INSERT INTO event_store_logins (user_id, sealed, shown_at)
        VALUES (${userId}, ${sealed}, ${shownAt})
        ON CONFLICT (user_id) DO UPDATE
        SET sealed = excluded.sealed, shown_at = excluded.shown_at, shape = NULL`;
    },

    async recordShape(userId, shape) {
      await sql`UPDATE event_store_logins SET shape = ${shape} WHERE user_id = ${userId}`;
    },

    async forget(userId) {
      await sql`DELETE FROM event_store_logins WHERE user_id = ${userId}`;
    },

    async toClose() {
      return sql<{ userId: string; isGone: boolean }[]>`
        SELECT user_id AS "userId", users.id IS NULL AS "isGone"
        FROM event_store_logins LEFT JOIN users ON users.id = user_id
        WHERE users.id IS NULL OR (users.disabled_at IS NOT NULL AND shape IS NOT NULL)`;
    },

    async open(which) {
      const rows = await sql<{ userId: string }[]>`
        SELECT user_id AS "userId" FROM event_store_logins
        WHERE shape IS NOT NULL AND (${which === 'all'} OR shown_at IS NOT NULL)`;
      return rows.map(({ userId }) => userId);
    },
  };
}

function opened(seal: PasswordSeal, bytes: Uint8Array): string | null {
  try {
    return seal.open(bytes);
  } catch {
    return null;
  }
}
