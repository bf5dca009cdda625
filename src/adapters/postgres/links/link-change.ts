import type postgres from 'postgres';
import { lockAccount } from '#adapters/postgres/lock-account';
import { foldName } from '#core/links/names/alias';
import { mostAliases } from '#core/links/create-and-edit';
import type { ChangedLink, LinkEdit } from '#core/links/ports';
import type { Link } from '#core/links/link';
import { refusedLabels, writeLabels } from './labels/link-labels.ts';
import { type LinkDomain, nameOn, splitName } from '#core/links/link-domain';
import { nameRunningTest } from '#adapters/postgres/split-tests/names';
import { namedLink } from './link-names.ts';
import {
  changedColumns,
  isExternalIdTaken,
  linkColumns,
  linkFromRow,
  type LinkRow,
  rowsJson,
} from './link-row.ts';

/** Applies a change to the owner's link in one transaction (`change` in the links port). */
export async function changeLink(sql: postgres.Sql, edit: LinkEdit): Promise<ChangedLink> {
  try {
    return await sql.begin((tx) => changeLinkIn(tx, edit));
  } catch (error) {
    if (isExternalIdTaken(error)) return { kind: 'external_id_taken' };
    throw error;
  }
}

/** Applies a change to the owner's link within the caller's transaction. */
export async function changeLinkIn(
  tx: postgres.TransactionSql,
  edit: LinkEdit,
): Promise<ChangedLink> {
  const { userId, linkId, labels = {}, continuesTest = false, testNames, at } = edit;
  if (Object.keys(labels).length > 0) await lockAccount(tx, userId);
  if (edit.change.domain && !(await lockDomain(tx, userId, edit.change.domain))) {
    return { kind: 'domain_gone' };
  }
  const current = await lockLink(tx, edit);
  if (current === null) return { kind: 'missing' };
  if (edit.version !== undefined && edit.version !== current.version) return { kind: 'outdated' };
  const refused = await refusedLabels(tx, userId, labels);
  if (refused !== null) return refused;

  const after = { ...current, ...edit.change, updatedAt: at };
  const named = await claimNames(tx, current, after);
  if (named.kind !== 'claimed') return named;
  await writeLabels(tx, { userId, linkId, at }, labels);
  if (continuesTest) await tx`SELECT set_config('waypost.split_test', 'continue', true)`;
  const link = await writeLink(tx, after);
  if (continuesTest) await tx`SELECT set_config('waypost.split_test', '', true)`;
  if (testNames) await nameRunningTest(tx, linkId, testNames);
  return { kind: 'changed', named: namedLink(link, named.names) };
}

/** The removal of a domain locks it before its links, in the same order as here. */
async function lockDomain(
  tx: postgres.TransactionSql,
  userId: string,
  { number }: LinkDomain,
): Promise<boolean> {
  const found = await tx`
    SELECT 1 FROM domains WHERE number = ${number} AND user_id = ${userId} FOR KEY SHARE`;
  return found.length > 0;
}

type Claimed =
  | { readonly kind: 'claimed'; readonly names: readonly string[] }
  | { readonly kind: 'alias_taken' }
  | { readonly kind: 'alias_limit' };

/** Adds the names that the changed link needs. The link keeps all its former names. */
async function claimNames(
  tx: postgres.TransactionSql,
  current: Link,
  after: Link,
): Promise<Claimed> {
  const names = await namesOf(tx, current);
  const number = after.domain?.number ?? 0;
  const isMoved = number !== (current.domain?.number ?? 0);
  const on = (name: string) => (number === 0 ? name : nameOn(number, name));
  const alias = after.customAlias && foldName(after.customAlias);
  const isOther = isMoved || after.customAlias !== current.customAlias;
  const link = { linkId: current.id, number };
  const claims: Claim[] = [];

  if (alias && isOther && !names.includes(on(alias))) {
    const aliases = names.filter((name) => splitName(name).name !== current.shortCode);
    if (aliases.length >= mostAliases) return { kind: 'alias_limit' };
    claims.push({ ...link, name: alias, kind: 'alias' });
    names.push(on(alias));
  }
  if (number !== 0 && !names.includes(on(current.shortCode))) {
    claims.push({ ...link, name: foldName(current.shortCode), kind: 'code' });
    names.push(on(current.shortCode));
  }
  return (await claimAll(tx, claims)) ? { kind: 'claimed', names } : { kind: 'alias_taken' };
}

/** True when all names now belong to their link; else none of them does. */
async function claimAll(tx: postgres.TransactionSql, claims: readonly Claim[]): Promise<boolean> {
  for (const [index, claim] of claims.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    if (await claimName(tx, claim)) continue;
    for (const { linkId, number, name } of claims.slice(0, index)) {
      // oxlint-disable-next-line no-await-in-loop
      await tx`
        DELETE FROM link_names
        WHERE domain_id = ${number} AND folded_name = ${name} AND link_id = ${linkId}`;
    }
    return false;
  }
  return true;
}

async function lockLink(
  tx: postgres.TransactionSql,
  { userId, linkId }: LinkEdit,
): Promise<Link | null> {
  const [row] = await tx<LinkRow[]>`
    SELECT ${linkColumns(tx)} FROM links WHERE id = ${linkId} AND user_id = ${userId} FOR UPDATE`;
  return row ? linkFromRow(row) : null;
}

type Claim = {
  readonly linkId: string;
  readonly number: number;
  readonly name: string;
  readonly kind: 'code' | 'alias';
};

/** True when the name now belongs to this link. */
async function claimName(
  tx: postgres.TransactionSql,
  { linkId, number, name, kind }: Claim,
): Promise<boolean> {
  const claimed = await tx`
    INSERT INTO link_names (domain_id, folded_name, link_id, kind)
    VALUES (${number}, ${name}, ${linkId}, ${kind})
    ON CONFLICT (domain_id, folded_name) DO NOTHING
    RETURNING 1`;
  return claimed.length > 0;
}

async function writeLink(tx: postgres.TransactionSql, link: Link): Promise<Link> {
  const [row] = await tx<[LinkRow]>`
    UPDATE links SET (${changedColumns(tx)}) = (
      SELECT ${changedColumns(tx)}
      FROM jsonb_populate_recordset(NULL::links, ${rowsJson([link])}::text::jsonb))
    WHERE id = ${link.id}
    RETURNING ${linkColumns(tx)}`;
  return linkFromRow(row);
}

/** Aliases on the short host, and all names on domains by `nameOn`. */
async function namesOf(tx: postgres.TransactionSql, link: Link): Promise<string[]> {
  const rows = await tx<{ domain_id: string; folded_name: string; kind: string }[]>`
    SELECT domain_id, folded_name, kind FROM link_names
    WHERE link_id = ${link.id} AND (kind = 'alias' OR domain_id <> 0)
    ORDER BY folded_name`;
  return rows.map(({ domain_id: number, folded_name: folded, kind }) => {
    if (number === '0') return folded;
    return nameOn(Number(number), kind === 'code' ? link.shortCode : folded);
  });
}
