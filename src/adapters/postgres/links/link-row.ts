import type postgres from 'postgres';
import type { Link } from '#core/links/link';
import { optionColumns, type OptionsRow, optionsFromRow } from './option-row.ts';
import type { Currency } from '#core/shared/money';

/** A row of `links`; Postgres's 64-bit numbers arrive as text. */
export type LinkRow = OptionsRow & {
  id: string;
  number: string;
  user_id: string;
  original_url: string;
  short_code: string;
  custom_alias: string | null;
  domain_id: string | null;
  domain_host: string | null;
  title: string | null;
  description: string | null;
  notes: string | null;
  expires_at: Date | null;
  is_active: boolean;
  track_clicks: boolean;
  track_conversions: boolean;
  auto_track_profit: boolean;
  profit_per_sale: number | null;
  profit_per_sale_currency: Currency;
  split_test_enabled: boolean;
  split_test_urls: string[];
  split_version: number;
  imported_clicks: number | null;
  version: string;
  created_at: Date;
  updated_at: Date;
};

/** The columns of a `LinkRow`, for a SELECT or RETURNING. */
export function linkColumns(sql: postgres.ISql): postgres.PendingQuery<postgres.Row[]> {
  return sql`
    id, number, user_id, original_url, short_code, custom_alias, domain_id,
    (SELECT host FROM domains WHERE domains.number = domain_id) AS domain_host,
    title, description, notes, expires_at,
    is_active, track_clicks, track_conversions, auto_track_profit, profit_per_sale,
    profit_per_sale_currency, split_test_enabled, split_test_urls, split_version,
    imported_clicks, version, created_at, updated_at,
    ${optionColumns(sql)}`;
}

export function linkFromRow(row: LinkRow): Link {
  return {
    id: row.id,
    number: Number(row.number),
    userId: row.user_id,
    originalUrl: row.original_url,
    shortCode: row.short_code,
    customAlias: row.custom_alias,
    domain: domainOf(row),
    title: row.title,
    description: row.description,
    notes: row.notes,
    expiresAt: row.expires_at,
    isActive: row.is_active,
    trackClicks: row.track_clicks,
    trackConversions: row.track_conversions,
    autoTrackProfit: row.auto_track_profit,
    profitPerSaleCents: row.profit_per_sale,
    profitPerSaleCurrency: row.profit_per_sale_currency,
    splitTestEnabled: row.split_test_enabled,
    splitTestUrls: row.split_test_urls,
    splitVersion: row.split_version,
    importedClicks: row.imported_clicks,
    version: Number(row.version),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...optionsFromRow(row),
  };
}

function domainOf({ domain_id: number, domain_host: host }: LinkRow): Link['domain'] {
  return number === null || host === null ? null : { number: Number(number), host };
}
