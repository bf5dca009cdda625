import type postgres from 'postgres';
import type { AuditEvent } from '#contract/audit';
import type { OperatedAccount } from '#contract/operators';
import type { Act, OperatedAccounts } from '#core/accounts/operators/operate-accounts';
import { foldEmail, type SubscriptionStatus } from '#core/accounts/user';
import { attemptLeaseMs } from '#core/notices/send-mails';
import { isId } from '#core/shared/ids';
import { replan, type Provider } from '#adapters/postgres/billing/plans';
import { userColumns, userFromRow, type UserRow } from './user-row.ts';

type Row = UserRow & {
  readonly disabled_at: Date | null;
  readonly links: number;
  readonly sessions: number;
  readonly waiting_mails: number;
};

/** Accounts for operators, in Postgres. The payments of `provider` decide the plan. */
export function postgresOperatedAccounts(sql: postgres.Sql, provider: Provider): OperatedAccounts {
  const inHistory = historian(sql);

  return {
    search: (text, limit, act) =>
      sql.begin(async (tx) => {
        const order = tx`
          lower(users.email) = ${foldEmail(text)} DESC, users.created_at DESC, users.id`;
        const rows = await read(tx, matching(tx, text), { order, limit });
        const ids = rows.map(({ id }) => id);
        await record(tx, ids, { event: 'operator_viewed', act, detail: 'search' });
        return rows.map(accountFromRow);
      }),

    find: (id, act) =>
      sql.begin(async (tx) => {
        const [row] = await read(tx, tx`users.id = ${id}`);
        if (row === undefined) return null;
        if (act !== null) await record(tx, [id], { event: 'operator_viewed', act, detail: null });
        return accountFromRow(row);
      }),

    async setDisabled(id, isDisabled, act) {
      const event = isDisabled ? 'operator_disabled' : 'operator_enabled';
      await inHistory(id, { event, act, detail: null }, async (tx) => {
        const since = isDisabled ? act.at : null;
        await tx`
          UPDATE users SET disabled_at = ${since}, updated_at = ${act.at}
          WHERE id = ${id} AND (disabled_at IS NOT NULL) <> ${isDisabled}`;
      });
    },

    async setTrialEnd(id, endsAt, act) {
      const detail = `until ${endsAt.toISOString()}`;
      await inHistory(id, { event: 'operator_plan', act, detail }, async (tx) => {
        const moved = { userId: id, endsAt, at: act.at };
        if (await moveTrialEnd(tx, moved)) await replan(tx, provider, moved);
      });
    },

    retryMails: (id, act) =>
      inHistory(id, { event: 'operator_mails', act, detail: null }, async (tx) => {
        const leaseEnd = new Date(act.at.getTime() + attemptLeaseMs);
        const due = await tx`
          UPDATE outbox SET due_at = ${act.at}
          WHERE user_id = ${id} AND settled_at IS NULL AND attempts > 0 AND due_at > ${leaseEnd}
          RETURNING id`;
        return due.length;
      }),

    async openReset({ tokenDigest, userId, createdAt, expiresAt }, act) {
      await inHistory(userId, { event: 'operator_reset_link', act, detail: null }, async (tx) => {
        await tx`
          INSERT INTO password_resets (token_digest, user_id, asker_key, created_at, expires_at)
          VALUES (${tokenDigest}, ${userId}, 'operator', ${createdAt}, ${expiresAt})`;
      });
    },
  };
}

type Moved = { readonly userId: string; readonly endsAt: Date; readonly at: Date };

/**
 * Moves the end of a trial. Returns whether the plan depends on it: a paid plan does not, and a
 * command may run without the settings of the payments that gave it.
 */
async function moveTrialEnd(tx: postgres.TransactionSql, moved: Moved): Promise<boolean> {
  const [user] = await tx<{ subscription_status: SubscriptionStatus }[]>`
    UPDATE users SET trial_ends_at = ${moved.endsAt}, updated_at = ${moved.at}
    WHERE id = ${moved.userId} RETURNING subscription_status`;
  return user !== undefined && !['lifetime', 'active'].includes(user.subscription_status);
}

/** Runs work on one account and adds its event to the history, in one transaction. */
function historian(sql: postgres.Sql) {
  return async <Result>(
    id: string,
    noted: Noted,
    work: (tx: postgres.TransactionSql) => Promise<Result>,
  ): Promise<Result> => {
    const done = Promise.withResolvers<Result>();
    await sql.begin(async (tx) => {
      await tx`SELECT id FROM users WHERE id = ${id} FOR UPDATE`;
      done.resolve(await work(tx));
      await record(tx, [id], noted);
    });
    return done.promise;
  };
}

type Noted = { readonly event: AuditEvent; readonly act: Act; readonly detail: string | null };

/** Adds the event to the history of each account. */
async function record(
  tx: postgres.TransactionSql,
  ids: readonly string[],
  { event, act, detail }: Noted,
): Promise<void> {
  const said = [act.by === 'command' ? 'command line' : null, detail].filter(
    (part) => part !== null,
  );
  await tx`
    INSERT INTO audit_events (at, event, outcome, actor, user_id, network, detail)
    SELECT ${act.at}::timestamptz, ${event}, 'done', 'operator', id, '',
      ${said.length === 0 ? null : said.join(': ')}::text
    FROM users WHERE id = ANY (${[...ids]}::uuid[]) ORDER BY id`;
}

function matching(
  tx: postgres.TransactionSql,
  text: string,
): postgres.PendingQuery<postgres.Row[]> {
  if (isId(text)) return tx`users.id = ${text}`;
  return tx`strpos(lower(users.email), ${foldEmail(text)}) > 0`;
}

function read(
  tx: postgres.TransactionSql,
  condition: postgres.PendingQuery<postgres.Row[]>,
  { order = tx`users.id`, limit = 1 } = {},
): Promise<Row[]> {
  return tx<Row[]>`
    SELECT ${userColumns(tx)}, users.disabled_at,
      coalesce((SELECT links FROM link_counts WHERE user_id = users.id), 0) AS links,
      (SELECT count(*)::int FROM sessions WHERE user_id = users.id AND expire > now()) AS sessions,
      (SELECT count(*)::int FROM outbox
        WHERE user_id = users.id AND settled_at IS NULL) AS waiting_mails
    FROM users WHERE ${condition} ORDER BY ${order} LIMIT ${limit}`;
}

function accountFromRow(row: Row): OperatedAccount {
  const { profileImageUrl: _, ...user } = userFromRow(row);
  return {
    ...user,
    disabledAt: row.disabled_at,
    links: row.links,
    sessions: row.sessions,
    waitingMails: row.waiting_mails,
  };
}
