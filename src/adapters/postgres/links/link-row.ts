import postgres from 'postgres';
import type { Link } from '#core/links/link';
import type { NewLink } from '#core/links/ports';
import { noOptions, type LinkOptions } from '#core/links/options/link-options';

/** The columns that are set once, when the link is created, by field. */
const given = {
  id: 'id',
  userId: 'user_id',
  shortCode: 'short_code',
  importedClicks: 'imported_clicks',
  createdAt: 'created_at',
} as const satisfies Fields;

/** The columns that its owner changes. The domain and `options` stand beside them. */
const changing = {
  originalUrl: 'original_url',
  customAlias: 'custom_alias',
  externalId: 'external_id',
  title: 'title',
  description: 'description',
  notes: 'notes',
  expiresAt: 'expires_at',
  isActive: 'is_active',
  trackClicks: 'track_clicks',
  trackConversions: 'track_conversions',
  autoTrackProfit: 'auto_track_profit',
  profitPerSaleCents: 'profit_per_sale',
  profitPerSaleCurrency: 'profit_per_sale_currency',
  splitTestEnabled: 'split_test_enabled',
  splitTestUrls: 'split_test_urls',
  startsAt: 'starts_at',
  expiresAfterClicks: 'expires_after_clicks',
  updatedAt: 'updated_at',
} as const satisfies Fields;

/** The columns that Postgres sets itself. */
const filled = {
  number: 'number',
  version: 'version',
  splitVersion: 'split_version',
  splitRotation: 'split_rotation',
  clickLimitVersion: 'click_limit_version',
  clicksReachedAt: 'clicks_reached_at',
} as const satisfies Fields;

/**
 * The fields in the column `options`. An absent field has the value that a link without options
 * has.
 */
const optionFields = [
  'expiredUrl',
  'passwordHash',
  'rules',
  'passQuery',
  'iosUrl',
  'iosFallbackUrl',
  'androidUrl',
  'androidFallbackUrl',
  'previewTitle',
  'previewText',
  'previewPicture',
] as const satisfies readonly (keyof LinkOptions)[];

type Fields = { readonly [Field in keyof Link]?: string };
type OptionField = (typeof optionFields)[number];

const readFields = { ...given, ...changing, ...filled };
const readColumns = Object.entries(readFields)
  .map(([field, column]) => `links.${column} AS "${field}"`)
  .join(', ');

/** A row of `links` as `linkColumns` reads it; Postgres's 64-bit numbers arrive as text. */
export type LinkRow = Omit<Pick<Link, keyof typeof readFields>, 'number' | 'version'> & {
  readonly number: string;
  readonly version: string;
  readonly edition: string;
  readonly domainNumber: string | null;
  readonly domainHost: string | null;
  readonly options: Partial<Pick<LinkOptions, OptionField>>;
};

/** The columns of a `LinkRow`, for a SELECT from `links` or a RETURNING. */
export function linkColumns(sql: postgres.ISql): postgres.PendingQuery<postgres.Row[]> {
  return sql`
    ${sql.unsafe(readColumns)}, ${edition(sql)} AS edition, links.options, links.domain_id AS "domainNumber",
    (SELECT host FROM domains WHERE domains.number = links.domain_id) AS "domainHost"`;
}

/** The version of a link that its owner sees. */
export function edition(sql: postgres.ISql): postgres.PendingQuery<postgres.Row[]> {
  return sql`links.version - links.background_writes`;
}

export function linkFromRow(row: LinkRow): Link {
  const { number, version, edition: ofOwner, domainNumber, domainHost, options, ...fields } = row;
  const isOnDomain = domainNumber !== null && domainHost !== null;
  return {
    ...noOptions,
    ...fields,
    ...options,
    number: Number(number),
    version: Number(version),
    edition: Number(ofOwner),
    domain: isOnDomain ? { number: Number(domainNumber), host: domainHost } : null,
  };
}

/** The columns of a new link, for INSERT. */
export function newColumns(sql: postgres.ISql): postgres.PendingQuery<postgres.Row[]> {
  return sql`${sql(columnsOf({ ...given, ...changing }))}`;
}

/** The columns of a changed link, for UPDATE. */
export function changedColumns(sql: postgres.ISql): postgres.PendingQuery<postgres.Row[]> {
  return sql`${sql(columnsOf(changing))}`;
}

function columnsOf(fields: Fields): string[] {
  return [...Object.values(fields), 'domain_id', 'options'];
}

/** Links as JSON for `jsonb_populate_recordset(NULL::links, …)`, with the columns above. */
export function rowsJson(links: readonly (NewLink & Pick<Link, 'updatedAt'>)[]): string {
  return JSON.stringify(
    links.map((link) => ({
      ...Object.fromEntries(
        Object.entries({ ...given, ...changing }).map(([field, column]) => [
          column,
          Reflect.get(link, field),
        ]),
      ),
      domain_id: link.domain?.number ?? null,
      options: optionsOf(link),
    })),
  );
}

/** The options without those that have their default value. */
function optionsOf(link: Pick<LinkOptions, OptionField>) {
  const isChosen = (field: OptionField) =>
    field === 'rules' ? link.rules.length > 0 : link[field] !== noOptions[field];
  return Object.fromEntries(optionFields.filter(isChosen).map((field) => [field, link[field]]));
}

/** Whether another link of the account has the external id of a written one. */
export function isExternalIdTaken(error: unknown): boolean {
  return (
    error instanceof postgres.PostgresError && error.constraint_name === 'links_external_id_key'
  );
}
