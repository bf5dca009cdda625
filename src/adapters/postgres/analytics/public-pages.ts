import type postgres from 'postgres';
import type { PublicPages } from '#core/analytics/ports';
import type { PublicPage } from '#core/analytics/public-pages';

type Row = {
  user_id: string;
  link_id: string;
  token: string;
  password_hash: string | null;
  shows_money: boolean;
};

/** Public pages in Postgres. They go with their link. */
export function postgresPublicPages(sql: postgres.Sql): PublicPages {
  return {
    async of(userId, linkId) {
      const [row] = await sql<Row[]>`
        SELECT ${columns(sql)} FROM public_pages JOIN links ON id = link_id
        WHERE link_id = ${linkId} AND user_id = ${userId}`;
      return row ? pageFrom(row) : null;
    },

    async byToken(token) {
      const [row] = await sql<Row[]>`
        SELECT ${columns(sql)} FROM public_pages JOIN links ON id = link_id
        WHERE token = ${token}`;
      return row ? pageFrom(row) : null;
    },

    async share({ userId, linkId, token, passwordHash, showsMoney }, at) {
      const keepsPassword = passwordHash === undefined;
      const [row] = await sql<Omit<Row, 'user_id'>[]>`
        INSERT INTO public_pages AS open (link_id, token, password_hash, shows_money, created_at)
        SELECT id, ${token}, ${passwordHash ?? null}, ${showsMoney ?? false}, ${at}
        FROM links WHERE id = ${linkId} AND user_id = ${userId}
        ON CONFLICT (link_id) DO UPDATE SET
          password_hash = CASE WHEN ${keepsPassword} THEN open.password_hash
            ELSE excluded.password_hash END,
          shows_money = coalesce(${showsMoney ?? null}, open.shows_money)
        RETURNING link_id, token, password_hash, shows_money`;
      return row ? pageFrom({ ...row, user_id: userId }) : null;
    },

    async revoke(userId, linkId) {
      await sql`
        DELETE FROM public_pages USING links
        WHERE link_id = links.id AND link_id = ${linkId} AND user_id = ${userId}`;
    },
  };
}

function columns(sql: postgres.ISql): postgres.PendingQuery<postgres.Row[]> {
  return sql`user_id, link_id, token, password_hash, shows_money`;
}

function pageFrom(row: Row): PublicPage {
  return {
    userId: row.user_id,
    linkId: row.link_id,
    token: row.token,
    passwordHash: row.password_hash,
    showsMoney: row.shows_money,
  };
}
