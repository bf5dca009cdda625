import type postgres from 'postgres';
import { noAppLinks } from '#contract/app-links';
import { type Findings, mostDomains } from '#contract/domains';
import type { Domain, NewDomain } from '#core/domains/domain';
import type { DomainOwner, LostDomain } from '#core/domains/domain-mails';
import type { Domains, SeenDomain, Settled, Settling } from '#core/domains/ports';
import { conflictAt, notFound } from '#core/shared/refusal';
import { refuseOther } from '#core/shared/seen-version';
import { lockAccount } from '#adapters/postgres/lock-account';
import { type MailSeal, queueMail } from '#adapters/postgres/notices/outbox';

/**
 * Links that one statement takes from a removed domain, so that it ends well within its time limit.
 */
const linksAtOnce = 5000;

/** Claims of domains in Postgres. */
export function postgresDomains(sql: postgres.Sql, seal: MailSeal): Domains {
  return {
    add: (domain) => sql.begin((tx) => addDomain(tx, domain)),

    of: (userId) => sql<Domain[]>`
      SELECT ${columns(sql)} FROM domains WHERE user_id = ${userId} ORDER BY host`,

    async get(userId, domainId) {
      const [domain] = await sql<Domain[]>`
        SELECT ${columns(sql)} FROM domains WHERE id = ${domainId} AND user_id = ${userId}`;
      if (domain === undefined) throw notFound();
      return domain;
    },

    change: (which, { rootUrl, unknownUrl, isDefault, appLinks }) =>
      sql.begin(async (tx) => {
        const { userId, domainId } = which;
        await lockSeen(tx, which);
        if (isDefault === true) {
          await tx`
            UPDATE domains SET is_default = false
            WHERE user_id = ${userId} AND is_default AND id <> ${domainId}`;
        }
        const [domain] = await tx<Domain[]>`
          UPDATE domains SET
            root_url = ${rootUrl === undefined ? tx`root_url` : rootUrl},
            unknown_url = ${unknownUrl === undefined ? tx`unknown_url` : unknownUrl},
            is_default = ${isDefault === undefined ? tx`is_default` : isDefault},
            app_links = ${appLinks === undefined ? tx`app_links` : tx.json(appLinks ?? noAppLinks)}
          WHERE id = ${domainId} AND user_id = ${userId}
          RETURNING ${columns(tx)}`;
        if (domain === undefined) throw notFound();
        return domain;
      }),

    remove: (which) => sql.begin((tx) => removeDomain(tx, which)),

    due: (now, limit) => sql<Domain[]>`
      SELECT ${columns(sql)} FROM domains WHERE next_check_at <= ${now}
      ORDER BY next_check_at LIMIT ${limit}`,

    async postpone(domainId, nextCheckAt) {
      await sql`UPDATE domains SET next_check_at = ${nextCheckAt} WHERE id = ${domainId}`;
    },

    settle: (check) => sql.begin((tx) => settle(tx, check, seal)),
  };
}

async function addDomain(tx: postgres.TransactionSql, domain: NewDomain): Promise<Domain> {
  await lockAccount(tx, domain.userId);
  const [made] = await tx<Domain[]>`
    SELECT ${columns(tx)} FROM domains WHERE id = ${domain.id} AND user_id = ${domain.userId}`;
  if (made !== undefined) return made;
  const [held] = await tx<[{ count: number; isClaimed: boolean | null }]>`
    SELECT count(*)::int AS count, bool_or(host = ${domain.host}) AS "isClaimed"
    FROM domains WHERE user_id = ${domain.userId}`;
  if (held.isClaimed === true) throw conflictAt('domain', 'You have added this domain already');
  if (held.count >= mostDomains) {
    const message = `An account can have at most ${mostDomains} domains. Remove one first.`;
    throw conflictAt('domain', message);
  }
  const [added] = await tx<[Domain]>`
    INSERT INTO domains (id, user_id, host, token, created_at, next_check_at)
    VALUES (${domain.id}, ${domain.userId}, ${domain.host}, ${domain.token},
      ${domain.createdAt}, ${domain.createdAt})
    RETURNING ${columns(tx)}`;
  return added;
}

/** The account is locked first, then the domain, then its links, as in every other place. */
async function removeDomain(tx: postgres.TransactionSql, which: SeenDomain): Promise<number> {
  const domain = await lockSeen(tx, which);
  for (;;) {
    const moved = await tx`
      UPDATE links SET domain_id = NULL, custom_alias = NULL, updated_at = now() WHERE id IN (
        SELECT id FROM links WHERE domain_id = ${domain.number} LIMIT ${linksAtOnce})
      RETURNING 1`;
    // Fewer than were chosen can also mean that somebody has deleted some of them meanwhile.
    if (moved.length === 0) break;
  }
  await tx`DELETE FROM domains WHERE number = ${domain.number}`;
  return domain.number;
}

/** Locks the account and its domain. Refuses `not_found`, and `changed_meanwhile` for another edition. */
async function lockSeen(
  tx: postgres.TransactionSql,
  { userId, domainId, seen }: SeenDomain,
): Promise<{ readonly number: number }> {
  await lockAccount(tx, userId);
  const [domain] = await tx<{ number: number; version: number }[]>`
    SELECT number::float8 AS number, edition::float8 AS version
    FROM domains WHERE id = ${domainId} AND user_id = ${userId} FOR UPDATE`;
  if (domain === undefined) throw notFound();
  refuseOther(seen, domain, 'domain');
  return domain;
}

/** All claims of a host are locked in one order: its checks follow one after another. */
async function settle(
  tx: postgres.TransactionSql,
  { domainId, lookedAt, judge, isProven, suspendedMail }: Settling,
  seal: MailSeal,
): Promise<Settled> {
  const [claim] = await tx<{ host: string }[]>`SELECT host FROM domains WHERE id = ${domainId}`;
  if (claim === undefined) return { kind: 'gone' };
  // Accounts are locked before domains, as everywhere, because a mail refers to its account.
  await tx`
    SELECT FROM users WHERE id IN (SELECT user_id FROM domains WHERE host = ${claim.host})
    ORDER BY id FOR KEY SHARE`;
  const held = await tx<Domain[]>`
    SELECT ${columns(tx)} FROM domains WHERE host = ${claim.host} ORDER BY number FOR UPDATE`;
  const current = held.find(({ id }) => id === domainId);
  if (current === undefined) return { kind: 'gone' };
  if (current.checkedAt !== null && current.checkedAt > lookedAt) {
    return { kind: 'outdated', domain: current };
  }

  const verdict = judge(current);
  const rival = held.find(({ id, state }) => id !== domainId && state === 'proven');
  const isRivaled = verdict.state === 'proven' && rival !== undefined;
  if (isRivaled && isProven(rival.token)) {
    const findings: Findings = { ...verdict.findings, proof: 'elsewhere' };
    const [domain] = await tx<[Domain]>`
      UPDATE domains SET findings = ${tx.json(findings)}, checked_at = ${verdict.checkedAt},
        next_check_at = ${verdict.nextCheckAt}
      WHERE id = ${domainId} RETURNING ${columns(tx)}`;
    return { kind: 'taken', domain };
  }
  if (isRivaled) await tx`UPDATE domains SET state = 'suspended' WHERE id = ${rival.id}`;
  const [domain] = await tx<[Domain]>`
    UPDATE domains SET state = ${verdict.state}, misses = ${verdict.misses},
      is_pointed = ${verdict.isPointed}, findings = ${tx.json(verdict.findings)},
      checked_at = ${verdict.checkedAt}, next_check_at = ${verdict.nextCheckAt}
    WHERE id = ${domainId} RETURNING ${columns(tx)}`;
  const isLost = current.state === 'proven' && verdict.state === 'suspended';
  for (const lostId of [...(isLost ? [domainId] : []), ...(isRivaled ? [rival.id] : [])]) {
    await mailOwner(tx, { domainId: lostId, suspendedMail, seal });
  }
  return { kind: 'settled', domain, displaced: isRivaled ? rival.number : null };
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
  return sql`id, number::float8 AS number, user_id AS "userId", host, token, state, misses,
    is_pointed AS "isPointed", findings, is_default AS "isDefault", root_url AS "rootUrl",
    unknown_url AS "unknownUrl", app_links AS "appLinks", created_at AS "createdAt", checked_at AS "checkedAt",
    next_check_at AS "nextCheckAt", edition::float8 AS edition`;
}
