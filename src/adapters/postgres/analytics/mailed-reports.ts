import type postgres from 'postgres';
import { type MailedReport, mostMailedReports } from '#contract/analytics/mailed-reports';
import type { DueReport, MailedReports, NewAddress, OwnReport } from '#core/mailed-reports/ports';
import { type ListParts, postgresAccountList } from '#adapters/postgres/account-list';
import { lockAccount } from '#adapters/postgres/lock-account';
import { queueMail, type MailSeal } from '#adapters/postgres/notices/outbox';
import { notFound } from '#core/shared/refusal';
import { refuseGoneReference } from '#adapters/postgres/or-taken';

/** Saved views that are mailed, and who gets them, in Postgres. */
export function postgresMailedReports(parts: ListParts, seal: MailSeal): MailedReports {
  const { sql } = parts;
  const list = postgresAccountList<OwnReport>(parts, {
    table: 'mailed_reports',
    columns: ownColumns(sql),
    order: sql`created_at, id`,
    most: mostMailedReports,
    one: 'mailed report',
    many: 'mailed reports',
  });

  return {
    ...list,
    async add(userId, report, { asked: addresses, chosenId: firstId }) {
      const at = new Date(parts.clock.now());
      const [added] = await list
        .addAll(userId, [report], {
          firstId,
          belonging: (tx, [{ id } = { id: '' }]) =>
            storeAddresses(tx, { id, userId, seal }, { addresses, at }),
        })
        .catch(refuseGoneReference);
      if (added === undefined) throw notFound();
      return added;
    },
    change: (which, change) => list.change(which, change).catch(refuseGoneReference),

    async known(userId) {
      const rows = await sql<MailedReport[]>`
        SELECT ${ownColumns(sql)}, saved_views.name AS "viewName",
          mailed_reports.sent_at AS "sentAt", mailed_reports.is_broken AS "isBroken",
          coalesce((
            SELECT jsonb_agg(jsonb_build_object('email', email, 'state', state) ORDER BY created_at, id)
            FROM mailed_report_addresses WHERE report_id = mailed_reports.id
          ), '[]') AS addresses
        FROM mailed_reports JOIN saved_views ON saved_views.id = view_id
        WHERE mailed_reports.user_id = ${userId}
        ORDER BY mailed_reports.created_at, mailed_reports.id`;
      return rows.map((row) => ({ ...row }));
    },

    ...addressesIn(sql, seal),
    ...sendingIn(sql, seal),
  };
}

function addressesIn(sql: postgres.Sql, seal: MailSeal) {
  return {
    setAddresses: ({ id, userId }, { kept, asked }, at) =>
      sql.begin(async (tx) => {
        await lockAccount(tx, userId);
        const wanted = [...kept, ...asked.map(({ email }) => email)];
        const emails = wanted.map((email) => email.toLowerCase());
        await tx`
          DELETE FROM mailed_report_addresses
          WHERE report_id = ${id} AND user_id = ${userId} AND NOT lower(email) = ANY(${emails}::text[])`;
        await storeAddresses(tx, { id, userId, seal }, { addresses: asked, at });
      }),

    async confirm(addressId, since) {
      const confirmed = await sql`
        UPDATE mailed_report_addresses SET state = 'confirmed'
        WHERE id = ${addressId} AND (state = 'confirmed' OR state = 'waiting' AND created_at > ${since})
        RETURNING 1`;
      return confirmed.length > 0;
    },

    async stop(addressId) {
      await sql`UPDATE mailed_report_addresses SET state = 'stopped' WHERE id = ${addressId}`;
    },
  } satisfies Partial<MailedReports>;
}

/** Addresses that are there already stay as they are. */
async function storeAddresses(
  tx: postgres.TransactionSql,
  { id, userId, seal }: { readonly id: string; readonly userId: string; readonly seal: MailSeal },
  { addresses, at }: { readonly addresses: readonly NewAddress[]; readonly at: Date },
): Promise<void> {
  for (const { id: addressId, email, state, mail } of addresses) {
    const added = await tx`
      INSERT INTO mailed_report_addresses (id, report_id, user_id, email, state, created_at)
      SELECT ${addressId}, id, user_id, ${email}, ${state}, ${at} FROM mailed_reports
      WHERE id = ${id} AND user_id = ${userId}
      ON CONFLICT DO NOTHING RETURNING 1`;
    if (added.length > 0 && mail !== null) await queueMail(tx, { mail, userId, seal });
  }
}

function sendingIn(sql: postgres.Sql, seal: MailSeal) {
  return {
    async due(at, most) {
      const rows = await sql<DueReport[]>`
        SELECT ${ownColumns(sql)}, mailed_reports.user_id AS "userId",
          saved_views.name AS "viewName", saved_views.query,
          coalesce((
            SELECT jsonb_agg(
              jsonb_build_object('id', own.id, 'email', own.email,
                'isOwner', lower(own.email) = lower(users.email))
              ORDER BY own.created_at, own.id)
            FROM mailed_report_addresses AS own
            WHERE own.report_id = mailed_reports.id AND own.state = 'confirmed'
          ), '[]') AS receivers
        FROM mailed_reports JOIN saved_views ON saved_views.id = view_id
          JOIN users ON users.id = mailed_reports.user_id
        WHERE is_enabled AND next_at <= ${at}
        ORDER BY next_at, mailed_reports.id LIMIT ${most}`;
      return rows.map((row) => ({ ...row }));
    },

    send: ({ id, userId, slot, dueAt, nextAt, at }, mails) =>
      sql.begin(async (tx) => {
        const [claimed] = await tx<{ is_sent: boolean }[]>`
          UPDATE mailed_reports SET next_at = ${nextAt}
          WHERE id = ${id} AND is_enabled AND next_at = ${dueAt}
          RETURNING coalesce(last_slot >= ${slot}::date, false) AS is_sent`;
        if (claimed === undefined || claimed.is_sent) return;
        await tx`
          UPDATE mailed_reports SET last_slot = ${slot}, sent_at = ${at}, is_broken = false
          WHERE id = ${id}`;
        const receivers = await tx<{ email: string }[]>`
          SELECT email FROM mailed_report_addresses WHERE report_id = ${id} AND state = 'confirmed'
          FOR SHARE`;
        const wanted = new Set(receivers.map(({ email }) => email));
        for (const mail of mails) {
          if (wanted.has(mail.to)) await queueMail(tx, { mail, userId, seal });
        }
      }),

    async postpone({ id, dueAt, nextAt, isBroken }) {
      await sql`
        UPDATE mailed_reports SET next_at = ${nextAt}, is_broken = ${isBroken}
        WHERE id = ${id} AND next_at = ${dueAt}`;
    },
  } satisfies Partial<MailedReports>;
}

function ownColumns(sql: postgres.ISql) {
  return sql`mailed_reports.id, mailed_reports.view_id AS "viewId", mailed_reports.every,
    mailed_reports.hour, mailed_reports.time_zone AS "timeZone",
    mailed_reports.is_enabled AS "isEnabled", mailed_reports.next_at AS "nextAt"`;
}
