import type postgres from 'postgres';
import type { CheckDuePorts, CheckNowPorts, Settled, Settling } from '#core/domains/check-domain';
import type { Domain, Findings, NewDomain } from '#core/domains/domain';
import type { DomainOwner, LostDomain } from '#core/domains/domain-mails';
import { lockAccount } from '#adapters/postgres/lock-account';
import { type MailSeal, queueMail } from '#adapters/postgres/notices/outbox';
import type { OwnDomainsPorts } from '#core/domains/own-domains';

/** All ports of the use cases of domains. */
export type Domains = OwnDomainsPorts['domains'] &
  CheckNowPorts['domains'] &
  CheckDuePorts['domains'];

type Row = {
  id: string;
  number: string;
  user_id: string;
  host: string;
  token: string;
  state: Domain['state'];
  misses: number;
  is_pointed: boolean;
  findings: Findings | null;
  is_default: boolean;
  root_url: string | null;
  unknown_url: string | null;
  created_at: Date;
  checked_at: Date | null;
  next_check_at: Date;
};

/** Links that leave a removed domain in one statement: well within its time limit. */
const linksAtOnce = 5000;

/** Claims of domains in Postgres. */
export function postgresDomains(sql: postgres.Sql, seal: MailSeal): Domains {
  return {
    add: (domain, most) => sql.begin((tx) => addDomain(tx, domain, most)),

    async list(userId) {
      const rows = await sql<Row[]>`
        SELECT ${columns(sql)} FROM domains WHERE user_id = ${userId} ORDER BY host`;
      return rows.map(domainFromRow);
    },

    async find(userId, domainId) {
      const [row] = await sql<Row[]>`
        SELECT ${columns(sql)} FROM domains WHERE id = ${domainId} AND user_id = ${userId}`;
      return row ? domainFromRow(row) : null;
    },

    change: (userId, domainId, { rootUrl, unknownUrl, isDefault }) =>
      sql.begin(async (tx) => {
        await lockAccount(tx, userId);
        if (isDefault === true) {
          await tx`
            UPDATE domains SET is_default = false
            WHERE user_id = ${userId} AND is_default AND id <> ${domainId}
              AND EXISTS (SELECT FROM domains WHERE id = ${domainId} AND user_id = ${userId})`;
        }
        const [row] = await tx<Row[]>`
          UPDATE domains SET
            root_url = ${rootUrl === undefined ? tx`root_url` : rootUrl},
            unknown_url = ${unknownUrl === undefined ? tx`unknown_url` : unknownUrl},
            is_default = ${isDefault === undefined ? tx`is_default` : isDefault}
          WHERE id = ${domainId} AND user_id = ${userId}
          RETURNING ${columns(tx)}`;
        return row ? domainFromRow(row) : null;
      }),

    remove: (userId, domainId) => sql.begin((tx) => removeDomain(tx, userId, domainId)),

    async due(now, limit) {
      const rows = await sql<Row[]>`
        SELECT ${columns(sql)} FROM domains WHERE next_check_at <= ${now}
        ORDER BY next_check_at LIMIT ${limit}`;
      return rows.map(domainFromRow);
    },

    async postpone(domainId, nextCheckAt) {
      await sql`UPDATE domains SET next_check_at = ${nextCheckAt} WHERE id = ${domainId}`;
    },

    settle: (check) => sql.begin((tx) => settle(tx, check, seal)),
  };
}

async function addDomain(
  tx: postgres.TransactionSql,
  domain: NewDomain,
  most: number,
): Promise<Domain | 'claimed' | 'full'> {
  await lockAccount(tx, domain.userId);
  const [held] = await tx<[{ count: number; is_claimed: boolean | null }]>`
          SELECT count(*)::int AS count, bool_or(host = ${domain.host}) AS is_claimed
          FROM domains WHERE user_id = ${domain.userId}`;
  if (held.is_claimed === true) return 'claimed';
  if (held.count >= most) return 'full';
  const [row] = await tx<[Row]>`
          INSERT INTO domains (id, user_id, host, token, created_at, next_check_at)
          VALUES (${domain.id}, ${domain.userId}, ${domain.host}, ${domain.token},
            ${domain.createdAt}, ${domain.createdAt})
          RETURNING ${columns(tx)}`;
  return domainFromRow(row);
}

/** The account is locked first, then the domain, then its links, as in every other place. */
async function removeDomain(
  tx: postgres.TransactionSql,
  userId: string,
  domainId: string,
): Promise<number | null> {
  await lockAccount(tx, userId);
  const [domain] = await tx<{ number: string }[]>`
    SELECT number FROM domains WHERE id = ${domainId} AND user_id = ${userId} FOR UPDATE`;
  if (domain === undefined) return null;
  for (;;) {
    const moved = await tx`
      UPDATE links SET domain_id = NULL, custom_alias = NULL WHERE id IN (
        SELECT id FROM links WHERE domain_id = ${domain.number} LIMIT ${linksAtOnce})
      RETURNING 1`;
    if (moved.length < linksAtOnce) break;
  }
  await tx`DELETE FROM domains WHERE number = ${domain.number}`;
  return Number(domain.number);
}

/** All claims of a host are locked in one order: its checks follow one after another. */
async function settle(
  tx: postgres.TransactionSql,
  { domainId, lookedAt, judge, isProven, suspendedMail }: Settling,
  seal: MailSeal,
): Promise<Settled> {
  const [claim] = await tx<{ host: string }[]>`SELECT host FROM domains WHERE id = ${domainId}`;
  if (claim === undefined) return { kind: 'gone' };
  // Before the domains, as everywhere: a mail depends on its account.
  await tx`
    SELECT FROM users WHERE id IN (SELECT user_id FROM domains WHERE host = ${claim.host})
    ORDER BY id FOR KEY SHARE`;
  const held = await tx<Row[]>`
    SELECT ${columns(tx)} FROM domains WHERE host = ${claim.host} ORDER BY number FOR UPDATE`;
  const own = held.find(({ id }) => id === domainId);
  if (own === undefined) return { kind: 'gone' };
  const current = domainFromRow(own);
  if (current.checkedAt !== null && current.checkedAt > lookedAt) {
    return { kind: 'outdated', domain: current };
  }

  const verdict = judge(current);
  const rival = held.find(({ id, state }) => id !== domainId && state === 'proven');
  const isRivaled = verdict.state === 'proven' && rival !== undefined;
  if (isRivaled && isProven(rival.token)) {
    const findings: Findings = { ...verdict.findings, proof: 'elsewhere' };
    const [row] = await tx<[Row]>`
      UPDATE domains SET findings = ${tx.json(findings)}, checked_at = ${verdict.checkedAt},
        next_check_at = ${verdict.nextCheckAt}
      WHERE id = ${domainId} RETURNING ${columns(tx)}`;
    return { kind: 'taken', domain: domainFromRow(row) };
  }
  if (isRivaled) await tx`UPDATE domains SET state = 'suspended' WHERE id = ${rival.id}`;
  const [row] = await tx<[Row]>`
    UPDATE domains SET state = ${verdict.state}, misses = ${verdict.misses},
      is_pointed = ${verdict.isPointed}, findings = ${tx.json(verdict.findings)},
      checked_at = ${verdict.checkedAt}, next_check_at = ${verdict.nextCheckAt}
    WHERE id = ${domainId} RETURNING ${columns(tx)}`;
  const isLost = own.state === 'proven' && verdict.state === 'suspended';
  for (const lostId of [...(isLost ? [domainId] : []), ...(isRivaled ? [rival.id] : [])]) {
    await mailOwner(tx, { domainId: lostId, suspendedMail, seal });
  }
  const displaced = isRivaled ? Number(rival.number) : null;
  return { kind: 'settled', domain: domainFromRow(row), displaced };
}

type OwnerMail = Pick<Settling, 'domainId' | 'suspendedMail'> & { readonly seal: MailSeal };
type OwnerRow = LostDomain & DomainOwner & { readonly userId: string };

async function mailOwner(
  tx: postgres.TransactionSql,
  { domainId, suspendedMail, seal }: OwnerMail,
): Promise<void> {
  const [row] = await tx<OwnerRow[]>`
    SELECT host, token, user_id AS "userId", email, first_name AS "firstName", verified
    FROM domains JOIN users ON users.id = user_id WHERE domains.id = ${domainId}`;
  if (row === undefined) return;
  await queueMail(tx, { mail: suspendedMail(row, row), userId: row.userId, seal });
}

function columns(sql: postgres.ISql): postgres.PendingQuery<postgres.Row[]> {
  return sql`id, number, user_id, host, token, state, misses, is_pointed, findings, is_default,
    root_url, unknown_url, created_at, checked_at, next_check_at`;
}

function domainFromRow(row: Row): Domain {
  return {
    id: row.id,
    number: Number(row.number),
    userId: row.user_id,
    host: row.host,
    token: row.token,
    state: row.state,
    misses: row.misses,
    isPointed: row.is_pointed,
    findings: row.findings,
    isDefault: row.is_default,
    rootUrl: row.root_url,
    unknownUrl: row.unknown_url,
    createdAt: row.created_at,
    checkedAt: row.checked_at,
    nextCheckAt: row.next_check_at,
  };
}
