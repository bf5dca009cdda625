import type postgres from 'postgres';
import { lockAccount } from '#adapters/postgres/add-within-limit';
import { foldName } from '#core/links/alias';
import { mostAliases, type EditLinkPorts, type LinkEdit } from '#core/links/edit-link';
import type { Link } from '#core/links/link';
import { writeLabels } from './labels/link-labels.ts';
import { linkColumns, linkFromRow, type LinkRow } from './link-row.ts';
import { optionsDocument } from './option-row.ts';

type Changed = Awaited<ReturnType<EditLinkPorts['links']['change']>>;

/** Applies a change to the owner's link in one transaction (`change` in the links port). */
export function changeLink(sql: postgres.Sql, edit: LinkEdit): Promise<Changed> {
  return sql.begin(async (tx): Promise<Changed> => {
    const { labels = {} } = edit;
    if (Object.keys(labels).length > 0) await lockAccount(tx, edit.userId);
    const current = await lockLink(tx, edit);
    if (current === null) return { kind: 'missing' };

    const { customAlias } = edit.change;
    const aliases = await aliasesOf(tx, current.id);
    if (customAlias && !aliases.includes(foldName(customAlias))) {
      if (aliases.length >= mostAliases) return { kind: 'alias_limit' };
      if (!(await claimAlias(tx, current.id, customAlias))) return { kind: 'alias_taken' };
      aliases.push(foldName(customAlias));
    }
    await writeLabels(tx, edit, labels);
    const link = await writeLink(tx, { ...current, ...edit.change, updatedAt: edit.at });
    return { kind: 'changed', named: { link, aliases: aliases.toSorted() } };
  });
}

async function lockLink(
  tx: postgres.TransactionSql,
  { userId, linkId }: LinkEdit,
): Promise<Link | null> {
  const [row] = await tx<LinkRow[]>`
    SELECT ${linkColumns(tx)} FROM links WHERE id = ${linkId} AND user_id = ${userId} FOR UPDATE`;
  return row ? linkFromRow(row) : null;
}

/** True when the alias now belongs to this link. */
async function claimAlias(
  tx: postgres.TransactionSql,
  linkId: string,
  alias: string,
): Promise<boolean> {
  const claimed = await tx`
    INSERT INTO link_names (folded_name, link_id, kind)
    VALUES (${foldName(alias)}, ${linkId}, 'alias')
    ON CONFLICT (domain_id, folded_name) DO NOTHING
    RETURNING 1`;
  return claimed.length > 0;
}

async function writeLink(tx: postgres.TransactionSql, link: Link): Promise<Link> {
  const [row] = await tx<[LinkRow]>`
    UPDATE links SET
      original_url = ${link.originalUrl}, custom_alias = ${link.customAlias},
      title = ${link.title}, description = ${link.description}, notes = ${link.notes},
      expires_at = ${link.expiresAt},
      is_active = ${link.isActive}, track_clicks = ${link.trackClicks},
      track_conversions = ${link.trackConversions}, auto_track_profit = ${link.autoTrackProfit},
      profit_per_sale = ${link.profitPerSaleCents},
      profit_per_sale_currency = ${link.profitPerSaleCurrency},
      split_test_enabled = ${link.splitTestEnabled},
      split_test_urls = ${tx.json([...link.splitTestUrls])}, starts_at = ${link.startsAt},
      expires_after_clicks = ${link.expiresAfterClicks},
      options = ${tx.json(optionsDocument(link))}, updated_at = ${link.updatedAt}
    WHERE id = ${link.id}
    RETURNING ${linkColumns(tx)}`;
  return linkFromRow(row);
}

async function aliasesOf(tx: postgres.TransactionSql, linkId: string): Promise<string[]> {
  const rows = await tx<{ folded_name: string }[]>`
    SELECT folded_name FROM link_names WHERE link_id = ${linkId} AND kind = 'alias'
    ORDER BY folded_name`;
  return rows.map((row) => row.folded_name);
}
