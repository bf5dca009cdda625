import type postgres from 'postgres';
import { mostSharedReports } from '#contract/shared-reports/shared-reports';
import type { SharedReport, SharedReports } from '#core/shared-reports/ports';
import type { View } from '#core/shared-reports/views';
import { accountFull } from '#core/shared/refusal';
import { type ListParts, postgresAccountList } from './account-list.ts';
import { lockAccount } from './lock-account.ts';
import { refuseGoneReference } from './or-taken.ts';

/**
 * The hosts are one text in the table. The domain is its number, and `proven` its host while it is
 * proven.
 */
type Stored = Omit<SharedReport, 'hosts' | 'domain'> & {
  readonly hosts: string;
  readonly domainId: number | null;
  readonly proven?: string | null;
};

/** Shared reports in Postgres. A link's public page goes with its link. */
export function postgresSharedReports(parts: ListParts): SharedReports {
  const { sql } = parts;
  const columns = columnsOf(sql);
  const list = postgresAccountList<Stored>(parts, {
    table: 'shared_reports',
    columns,
    order: sql`shared_reports.created_at DESC, id DESC`,
    most: mostSharedReports,
    one: 'shared report',
    many: 'shared reports',
  });

  return {
    of: async (userId) => (await list.of(userId)).map(reportFrom),
    async add(userId, { hosts, domain, ...report }, chosenId) {
      const computed = { userId, linkId: null, views: 0, viewedAt: null, createdAt: new Date(0) };
      const fields = {
        ...report,
        ...computed,
        hosts: hosts.join(' '),
        domainId: domain && domain.number,
      };
      return reportFrom(await list.add(userId, fields, chosenId).catch(refuseGoneReference));
    },
    async change(userId, id, { hosts, domain, ...changes }) {
      const domainId = domain && domain.number;
      const fields = { ...changes, hosts: hosts?.join(' '), domainId };
      return reportFrom(await list.change({ userId, id }, fields).catch(refuseGoneReference));
    },
    remove: (userId, id) => list.remove({ userId, id }),

    async byToken(token) {
      const [row] = await sql<Stored[]>`
        SELECT ${columns} FROM shared_reports WHERE token = ${token}`;
      return row ? reportFrom(row) : null;
    },

    async pageOf(userId, linkId) {
      const [row] = await sql<Stored[]>`
        SELECT ${columns} FROM shared_reports WHERE link_id = ${linkId} AND user_id = ${userId}`;
      return row ? reportFrom(row) : null;
    },

    sharePage: (page) => sql.begin((tx) => sharePage(tx, parts, page)),

    async revokePage(userId, linkId) {
      await sql`DELETE FROM shared_reports WHERE link_id = ${linkId} AND user_id = ${userId}`;
    },

    addViews: (views, at) => addViews(sql, views, at),
  };
}

async function addViews(sql: postgres.Sql, views: readonly View[], at: Date): Promise<void> {
  await sql`
      UPDATE shared_reports SET views = views + counted.number, viewed_at = ${at}
      FROM (
        SELECT shared.id, count(*)::int AS number
        FROM unnest(${views.map(({ reportId }) => reportId)}::uuid[],
          ${views.map(({ sid }) => sid)}::text[]) AS viewed (report_id, sid)
        JOIN shared_reports AS shared ON shared.id = viewed.report_id
        WHERE NOT EXISTS (
          SELECT 1 FROM sessions
          WHERE sessions.sid = viewed.sid AND sessions.user_id = shared.user_id)
        GROUP BY shared.id
      ) AS counted
      WHERE shared_reports.id = counted.id`;
}

async function sharePage(
  tx: postgres.TransactionSql,
  { newId, clock }: ListParts,
  { userId, linkId, token, passwordHash, showsMoney }: Parameters<SharedReports['sharePage']>[0],
): Promise<SharedReport | null> {
  const columns = columnsOf(tx);
  await lockAccount(tx, userId);
  const keepsPassword = passwordHash === undefined;
  const [changed] = await tx<Stored[]>`
    UPDATE shared_reports SET is_on = true,
      password_hash = CASE WHEN ${keepsPassword} THEN password_hash ELSE ${passwordHash ?? null} END,
      shows_money = coalesce(${showsMoney ?? null}, shows_money)
    WHERE link_id = ${linkId} AND user_id = ${userId} RETURNING ${columns}`;
  if (changed) return reportFrom(changed);

  const [held] = await tx<{ count: number }[]>`
    SELECT count(*)::int AS count FROM shared_reports WHERE user_id = ${userId}`;
  if (held && held.count >= mostSharedReports) {
    throw accountFull(mostSharedReports, 'shared reports');
  }
  const nowMs = clock.now();
  const [added] = await tx<Stored[]>`
    INSERT INTO shared_reports (id, user_id, link_id, token, name, query, chooses_dates, is_on,
      password_hash, shows_money, sender, shows_logo, hosts, views, created_at)
    SELECT ${newId(nowMs)}, user_id, links.id, ${token}, '', 'link=' || links.id, true, true,
      ${passwordHash ?? null}, ${showsMoney ?? false}, '', false, '', 0, ${new Date(nowMs)}
    FROM links WHERE links.id = ${linkId} AND user_id = ${userId}
    RETURNING ${columns}`;
  return added ? reportFrom(added) : null;
}

function columnsOf(sql: postgres.ISql): postgres.PendingQuery<postgres.Row[]> {
  return sql`shared_reports.id, shared_reports.user_id AS "userId", link_id AS "linkId", token, name,
    query, chooses_dates AS "choosesDates", is_on AS "isOn", password_hash AS "passwordHash",
    shows_money AS "showsMoney", expires_at AS "expiresAt", sender, color, shows_logo AS "showsLogo",
    hosts, views, viewed_at AS "viewedAt", shared_reports.created_at AS "createdAt",
    domain_id::float8 AS "domainId", (
      SELECT host FROM domains WHERE number = shared_reports.domain_id AND state = 'proven'
    ) AS proven`;
}

function reportFrom({ hosts, domainId, proven, ...row }: Stored): SharedReport {
  const domain = domainId !== null && proven ? { number: domainId, host: proven } : null;
  return { ...row, domain, hosts: hosts === '' ? [] : hosts.split(' ') };
}
