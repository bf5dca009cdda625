import { linkTexts, namesOfTexts } from '#contract/link-fields';

/** What a column of an imported file can become. */
export const importFields = [
  'originalUrl',
  'alias',
  'shortUrl',
  ...namesOfTexts(linkTexts),
  'tags',
  'folder',
  'createdAt',
  'expiresAt',
  'isActive',
  'trackConversions',
  'splitTestEnabled',
  'splitTestUrls',
  'importedClicks',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const;

export type ImportField = (typeof importFields)[number];

/** The field of each column, in the order of the columns; null: the column is not imported. */
export type ImportMapping = readonly (ImportField | null)[];

export const utmFields = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const satisfies readonly ImportField[];
