import type postgres from 'postgres';
import type { User } from '#core/accounts/user';
import type { Ledger, Opening, Payer, Purchase } from '#core/billing/ledger';
import { firstPasswordEvent } from '#core/billing/follow-payments';
import type { PurchaseState } from '#core/billing/plan';
import { queueMail } from '#adapters/postgres/notices/outbox';
import type { AccountSeal } from '#adapters/postgres/accounts/past-trials';
import { keepOrOrphan, lockedAccount, replan, takeEvent, type Provider } from './plans.ts';
import { userColumns, userFromRow, type UserRow } from '#adapters/postgres/accounts/user-row';
import { addAccount } from '#adapters/postgres/accounts/users';

type PurchaseRow = {
  readonly id: string;
  readonly payment_id: string | null;
  readonly state: PurchaseState;
  readonly user_id: string | null;
  readonly payer: Payer | null;
  readonly awaits_password: boolean;
  readonly address_key: string;
  readonly reading: string;
};

type Purchases = Pick<
  Ledger,
  'openPurchase' | 'keepPaymentId' | 'findPurchase' | 'settlePurchase' | 'claimAccount'
>;

/** Payments for lifetime access in Postgres. Accounts are locked before their purchases. */
export function postgresPurchases(
  sql: postgres.Sql,
  provider: Provider,
  seal: AccountSeal,
): Purchases {
  return {
    async openPurchase({ id, attempt, userId, payer, addressKey, createdAt }) {
      const [row] = await sql<PurchaseRow[]>`
        INSERT INTO purchases (
          id, provider, attempt, user_id, payer, address_key, created_at, changed_at)
        VALUES (
          ${id}, ${provider}, ${attempt}, ${userId}, ${payer && sql.json(payer)}, ${addressKey},
          ${createdAt}, ${createdAt})
        ON CONFLICT (provider, attempt) WHERE state = 'open'
        DO UPDATE SET payer = excluded.payer, address_key = excluded.address_key,
          created_at = excluded.created_at
        RETURNING *`;
      if (row === undefined) throw new Error('A purchase was not kept');
      return purchaseFrom(row);
    },

    async keepPaymentId(purchaseId, paymentId) {
      const kept = sql`
        UPDATE purchases SET payment_id = ${paymentId}
        WHERE id = ${purchaseId} AND coalesce(payment_id, ${paymentId}) = ${paymentId} RETURNING id`;
      return keepOrOrphan(sql, kept, { id: paymentId, provider, kind: 'payment' });
    },

    async findPurchase(paymentId) {
      const [row] = await sql<PurchaseRow[]>`
        SELECT * FROM purchases WHERE payment_id = ${paymentId} AND provider = ${provider}`;
      return row ? purchaseFrom(row) : null;
    },

    async settlePurchase(paymentId, { event, reading, at, state, opening }) {
      await sql.begin(async (tx) => {
        const row = await lockedPurchase(tx, paymentId, provider);
        if (row === null) return;
        const cause = { event, addressKey: row.address_key, at };
        if (!(await takeEvent(tx, provider, cause))) return;
        if (reading <= Number(row.reading)) return;

        await tx`
          UPDATE purchases SET reading = ${reading}, state = ${state},
            changed_at = CASE WHEN state = ${state} THEN changed_at ELSE ${at} END
          WHERE id = ${row.id}`;
        const opens = state === 'paid' && row.user_id === null && opening !== null;
        const userId = opens ? await openAccount(tx, { row, opening, seal }) : row.user_id;
        if (userId !== null) await replan(tx, provider, { userId, at });
      });
    },

    claimAccount: (claim) => sql.begin((tx) => claimAccount(tx, claim)),
  };
}

async function claimAccount(
  tx: postgres.TransactionSql,
  { purchaseId, passwordHash, at }: Parameters<Ledger['claimAccount']>[0],
): Promise<User | null> {
  const [owner] = await tx<{ id: string }[]>`
    SELECT id FROM users WHERE password IS NULL AND id = (
      SELECT user_id FROM purchases WHERE id = ${purchaseId} AND awaits_password)
    FOR UPDATE`;
  if (owner === undefined) return null;
  const claimed = await tx`
    UPDATE purchases SET awaits_password = false
    WHERE id = ${purchaseId} AND awaits_password RETURNING id`;
  if (claimed.length === 0) return null;

  const [user] = await tx<UserRow[]>`
    UPDATE users SET password = ${passwordHash}, updated_at = ${at}
    WHERE id = ${owner.id} RETURNING ${userColumns(tx)}`;
  await tx`
    UPDATE password_resets SET ended_at = ${at}
    WHERE user_id = ${owner.id} AND ended_at IS NULL`;
  await tx`
    UPDATE outbox SET settled_at = ${at}, sealed = NULL
    WHERE event_key = ${`${firstPasswordEvent} ${purchaseId}`} AND settled_at IS NULL`;
  return user ? userFromRow(user) : null;
}

async function lockedPurchase(
  tx: postgres.TransactionSql,
  paymentId: string,
  provider: Provider,
): Promise<PurchaseRow | null> {
  await lockedAccount(
    tx,
    tx`SELECT user_id FROM purchases WHERE payment_id = ${paymentId} AND provider = ${provider}`,
  );
  const [row] = await tx<PurchaseRow[]>`
    SELECT * FROM purchases WHERE payment_id = ${paymentId} AND provider = ${provider} FOR UPDATE`;
  return row ?? null;
}

/**
 * Opens the account of a paid purchase, or adds the purchase to the existing account of its
 * address.
 */
async function openAccount(
  tx: postgres.TransactionSql,
  { row, opening, seal }: { row: PurchaseRow; opening: Opening; seal: AccountSeal },
): Promise<string> {
  const { user, reset, welcome, added } = opening;
  const isNew = (await addAccount(tx, user, { passwordHash: null, seal })) !== 'email_taken';
  const [owner] = await tx<{ id: string }[]>`
    SELECT id FROM users WHERE lower(email) = ${user.email.toLowerCase()} FOR UPDATE`;
  if (owner === undefined) throw new Error('The account of a paid purchase is gone');

  await tx`
    UPDATE purchases SET user_id = ${owner.id}, awaits_password = ${isNew} WHERE id = ${row.id}`;
  if (isNew) {
    await tx`
      INSERT INTO password_resets (token_digest, user_id, created_at, expires_at)
      VALUES (${reset.tokenDigest}, ${owner.id}, ${reset.createdAt}, ${reset.expiresAt})`;
  }
  await queueMail(tx, { mail: isNew ? welcome : added, userId: owner.id, seal });
  return owner.id;
}

function purchaseFrom(row: PurchaseRow): Purchase {
  return {
    id: row.id,
    paymentId: row.payment_id,
    state: row.state,
    userId: row.user_id,
    payer: row.payer,
    awaitsPassword: row.awaits_password,
  };
}
