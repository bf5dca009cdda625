import type postgres from 'postgres';
import { foldName } from '#core/links/names/alias';
import type { NewLink } from '#core/links/create-link';
import type { NamedLink } from '#core/links/link-cache';
import type { LabelIds } from '#adapters/postgres/links/labels/link-labels';
import { namesOf } from '#adapters/postgres/links/link-add';
import { namedLink } from '#adapters/postgres/links/link-names';
import { linkColumns, linkFromRow, type LinkRow } from '#adapters/postgres/links/link-row';
import { optionsDocument } from '#adapters/postgres/links/option-row';

/** A link with the ids of its labels. */
type LabelledLink = NewLink & { readonly labels: Required<LabelIds> };

/**
 * Adds links of one account with their names and labels, as `addLink` adds one. The account is
 * locked and has room for them.
 * @throws PostgresError 23505 when a name was taken a moment ago
 */
export async function addLinks(
  tx: postgres.TransactionSql,
  links: readonly LabelledLink[],
): Promise<NamedLink[]> {
  if (links.length === 0) return [];
  const rows = await tx<LinkRow[]>`
    INSERT INTO links (
      id, user_id, original_url, short_code, custom_alias, domain_id, title, description, notes,
      expires_at, is_active, track_clicks, track_conversions, auto_track_profit, profit_per_sale,
      profit_per_sale_currency, split_test_enabled, split_test_urls, imported_clicks, created_at,
      updated_at, starts_at, expires_after_clicks, options)
    SELECT id, user_id, original_url, short_code, custom_alias, domain_id, title, description, notes,
      expires_at, is_active, track_clicks, track_conversions, auto_track_profit, profit_per_sale,
      profit_per_sale_currency, split_test_enabled, split_test_urls, imported_clicks, created_at,
      created_at, starts_at, expires_after_clicks, options
    FROM jsonb_to_recordset(${tx.json(links.map(record))}) AS added (
      id uuid, user_id uuid, original_url text, short_code text, custom_alias text,
      domain_id bigint, title text, description text, notes text, expires_at timestamptz,
      is_active boolean, track_clicks boolean, track_conversions boolean,
      auto_track_profit boolean, profit_per_sale integer, profit_per_sale_currency text,
      split_test_enabled boolean, split_test_urls jsonb, imported_clicks integer,
      created_at timestamptz, starts_at timestamptz, expires_after_clicks integer,
      options jsonb)
    RETURNING ${linkColumns(tx)}`;
  await tx`
    INSERT INTO link_names (domain_id, folded_name, link_id, kind)
    SELECT domain_id, folded_name, link_id, kind
    FROM jsonb_to_recordset(${tx.json(links.flatMap(nameRecords))})
      AS names (domain_id bigint, folded_name text, link_id uuid, kind text)`;
  await addLabels(tx, links);
  const byId = new Map(links.map((link) => [link.id, link]));
  return rows.flatMap((row) => {
    const link = byId.get(row.id);
    return link === undefined ? [] : [namedLink(linkFromRow(row), namesOf(link))];
  });
}

async function addLabels(
  tx: postgres.TransactionSql,
  links: readonly LabelledLink[],
): Promise<void> {
  const tagged = links.flatMap(({ id, labels }) =>
    labels.tagIds.map((tagId) => ({ link_id: id, tag_id: tagId })),
  );
  if (tagged.length > 0) await tx`INSERT INTO link_tags ${tx(tagged)} ON CONFLICT DO NOTHING`;
  const filed = links.flatMap(({ id, labels: { folderId } }) =>
    folderId === null ? [] : [{ link_id: id, folder_id: folderId }],
  );
  if (filed.length > 0) await tx`INSERT INTO link_folders ${tx(filed)}`;
}

function record(link: NewLink) {
  return {
    id: link.id,
    user_id: link.userId,
    original_url: link.originalUrl,
    short_code: link.shortCode,
    custom_alias: link.customAlias,
    domain_id: link.domain?.number ?? null,
    title: link.title,
    description: link.description,
    notes: link.notes,
    expires_at: link.expiresAt?.toISOString() ?? null,
    is_active: link.isActive,
    track_clicks: link.trackClicks,
    track_conversions: link.trackConversions,
    auto_track_profit: link.autoTrackProfit,
    profit_per_sale: link.profitPerSaleCents,
    profit_per_sale_currency: link.profitPerSaleCurrency,
    split_test_enabled: link.splitTestEnabled,
    split_test_urls: [...link.splitTestUrls],
    imported_clicks: link.importedClicks,
    created_at: link.createdAt.toISOString(),
    starts_at: link.startsAt?.toISOString() ?? null,
    expires_after_clicks: link.expiresAfterClicks,
    options: optionsDocument(link),
  };
}

function nameRecords({ id, shortCode, customAlias, domain }: NewLink) {
  const code = { folded_name: foldName(shortCode), link_id: id, kind: 'code' };
  const alias = customAlias === null ? null : foldName(customAlias);
  return [
    { domain_id: 0, ...code },
    ...(domain === null ? [] : [{ domain_id: domain.number, ...code }]),
    ...(alias === null
      ? []
      : [{ domain_id: domain?.number ?? 0, folded_name: alias, link_id: id, kind: 'alias' }]),
  ];
}
