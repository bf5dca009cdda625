import type postgres from 'postgres';
import { noOptions, type LinkOptions } from '#core/links/options/link-options';
import type { LinkRule } from '#core/links/options/link-rule';

/** The options among the columns of `links`. */
export type OptionsRow = {
  starts_at: Date | null;
  expires_after_clicks: number | null;
  click_limit_version: number;
  clicks_reached_at: Date | null;
  options: OptionsDocument;
};

/** The options that queries do not ask for; an absent one is as for a link without options. */
export type OptionsDocument = {
  expiredUrl?: string | null;
  passwordHash?: string | null;
  rules?: DocumentRule[];
  passQuery?: boolean;
  iosUrl?: string | null;
  iosFallbackUrl?: string | null;
  androidUrl?: string | null;
  androidFallbackUrl?: string | null;
  previewTitle?: string | null;
  previewText?: string | null;
  previewPicture?: string | null;
};

type DocumentRule = {
  id: number;
  devices: LinkRule['devices'][number][];
  systems: LinkRule['systems'][number][];
  countries: string[];
  languages: string[];
  url: string;
};

/** The columns of an `OptionsRow`, for a SELECT or RETURNING. */
export function optionColumns(sql: postgres.ISql): postgres.PendingQuery<postgres.Row[]> {
  return sql`starts_at, expires_after_clicks, click_limit_version, clicks_reached_at, options`;
}

export function optionsFromRow(row: OptionsRow): LinkOptions {
  return {
    ...noOptions,
    ...row.options,
    startsAt: row.starts_at,
    expiresAfterClicks: row.expires_after_clicks,
    clickLimitVersion: row.click_limit_version,
    clicksReachedAt: row.clicks_reached_at,
  };
}

/** The document of a link's options, without those that were not chosen. */
export function optionsDocument(link: Omit<LinkOptions, 'clickLimitVersion' | 'clicksReachedAt'>) {
  const { rules, passQuery } = link;
  const document: OptionsDocument = {
    ...(rules.length > 0 && { rules: rules.map(plainRule) }),
    ...(passQuery && { passQuery }),
  };
  for (const field of texts) if (link[field] !== null) document[field] = link[field];
  return document;
}

const texts = [
  'expiredUrl',
  'passwordHash',
  'iosUrl',
  'iosFallbackUrl',
  'androidUrl',
  'androidFallbackUrl',
  'previewTitle',
  'previewText',
  'previewPicture',
] as const;

function plainRule({ id, devices, systems, countries, languages, url }: LinkRule): DocumentRule {
  return {
    id,
    devices: [...devices],
    systems: [...systems],
    countries: [...countries],
    languages: [...languages],
    url,
  };
}
