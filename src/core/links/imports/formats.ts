import { type ImportField, importFields, type ImportMapping } from '#contract/links/imports';

/** A service whose exported files are recognized by their columns. */
export type ImportFormat = {
  readonly id: FormatId;
  /** The name of the service. */
  readonly name: string;
  /** Columns that every file of this service has, in the spelling of `plainHeading`. */
  readonly needs: readonly string[];
  /** The field of each column with a meaning, by its name as `plainHeading` spells it. */
  readonly fields: Readonly<Record<string, ImportField>>;
};

export const formatIds = [
  'waypost',
  'bitly',
  'rebrandly',
  'shortio',
  'yourls',
  'kutt',
  'shlink',
] as const;

export type FormatId = (typeof formatIds)[number];

/** Every field, by its own name as `plainHeading` spells it. */
const byOwnNames = Object.fromEntries(importFields.map((field) => [plainHeading(field), field]));

/**
 * The published columns of each service. Status columns are left out where a service still redirects
 * what it calls archived.
 */
const formats: readonly ImportFormat[] = [
  {
    // Our own export (`adapters/http/links/link-csv.ts`).
    id: 'waypost',
    name: 'Waypost',
    needs: ['shorturl', 'originalurl', 'alias', 'splittest', 'tracking', 'active', 'expires'],
    fields: {
      ...byOwnNames,
      clicks: 'importedClicks',
      tracking: 'trackConversions',
      active: 'isActive',
      expires: 'expiresAt',
      created: 'createdAt',
      splittest: 'splitTestEnabled',
    },
  },
  {
    // Listed before Bitly, because it has Bitly's columns too. shlink-web-component,
    // ExportShortUrlsBtn: tags are separated by a bar; and the 'Standard CSV' of shlink-importer's
    // README, 'Long URL' and 'Short code'.
    id: 'shlink',
    name: 'Shlink',
    needs: ['shortcode', 'longurl'],
    fields: {
      longurl: 'originalUrl',
      shortcode: 'alias',
      shorturl: 'shortUrl',
      title: 'title',
      tags: 'tags',
      visits: 'importedClicks',
      createdat: 'createdAt',
    },
  },
  {
    // support.bitly.com, 'How do I export all data from the Links page?'
    id: 'bitly',
    name: 'Bitly',
    needs: ['link', 'customlink', 'datecreated', 'destinationurl'],
    fields: {
      link: 'shortUrl',
      customlink: 'alias',
      datecreated: 'createdAt',
      title: 'title',
      destinationurl: 'originalUrl',
      engagements: 'importedClicks',
      tags: 'tags',
    },
  },
  {
    // The fields of Bitly's API (dev.bitly.com, 'Retrieve Bitlinks by Group'), which tools export.
    id: 'bitly',
    name: 'Bitly',
    needs: ['longurl', 'createdat', 'title'],
    fields: {
      longurl: 'originalUrl',
      link: 'shortUrl',
      bitlink: 'shortUrl',
      title: 'title',
      custombitlink: 'alias',
      custombitlinks: 'alias',
      tags: 'tags',
      createdat: 'createdAt',
      clicks: 'importedClicks',
      engagements: 'importedClicks',
    },
  },
  {
    // developers.rebrandly.com, 'Link entity': the names of its exported properties.
    id: 'rebrandly',
    name: 'Rebrandly',
    needs: ['slashtag', 'destination'],
    fields: {
      destination: 'originalUrl',
      slashtag: 'alias',
      shorturl: 'shortUrl',
      title: 'title',
      description: 'description',
      notes: 'notes',
      tags: 'tags',
      clicks: 'importedClicks',
      createdat: 'createdAt',
      expiredat: 'expiresAt',
    },
  },
  {
    // docs.short.io, 'How to export short links from Short.io'.
    id: 'shortio',
    name: 'Short.io',
    needs: ['shorturl', 'originalurl', 'idstring'],
    fields: {
      originalurl: 'originalUrl',
      shorturl: 'shortUrl',
      path: 'alias',
      title: 'title',
      tags: 'tags',
      clicks: 'importedClicks',
      createdat: 'createdAt',
      expiresat: 'expiresAt',
      folder: 'folder',
      utmsource: 'utm_source',
      utmmedium: 'utm_medium',
      utmcampaign: 'utm_campaign',
      utmterm: 'utm_term',
      utmcontent: 'utm_content',
    },
  },
  {
    // The table of links of YOURLS, which its administrators export.
    id: 'yourls',
    name: 'YOURLS',
    needs: ['keyword', 'url', 'timestamp'],
    fields: {
      keyword: 'alias',
      url: 'originalUrl',
      title: 'title',
      timestamp: 'createdAt',
      clicks: 'importedClicks',
    },
  },
  {
    // The plugin 'YOURLS Import Export': fileio/csv.php.
    id: 'yourls',
    name: 'YOURLS',
    needs: ['source', 'target', 'hits'],
    fields: { source: 'alias', target: 'originalUrl', hits: 'importedClicks' },
  },
  {
    // docs.kutt.it: the properties of a link.
    id: 'kutt',
    name: 'Kutt',
    needs: ['address', 'target'],
    fields: {
      address: 'alias',
      target: 'originalUrl',
      link: 'shortUrl',
      description: 'title',
      visitcount: 'importedClicks',
      createdat: 'createdAt',
      expirein: 'expiresAt',
    },
  },
];

/**
 * Usual names of columns, besides the field's own name, in files that people write themselves, in
 * the spelling of `plainHeading`.
 */
const otherNames: { readonly [Field in ImportField]?: readonly string[] } = {
  originalUrl: [
    'destination',
    'destinationurl',
    'longurl',
    'target',
    'targeturl',
    'url',
    'webaddress',
  ],
  alias: ['customalias', 'backhalf', 'slug', 'keyword', 'shortcode', 'path', 'code'],
  shortUrl: ['shortlink', 'link', 'short'],
  title: ['name'],
  notes: ['note', 'comment', 'comments'],
  tags: ['tag', 'labels'],
  folder: ['group'],
  createdAt: ['created', 'datecreated', 'creationdate', 'date', 'timestamp'],
  expiresAt: ['expires', 'expiry', 'expirydate', 'expiration', 'expirationdate'],
  isActive: ['active', 'enabled'],
  trackConversions: ['conversiontracking'],
  splitTestEnabled: ['splittest'],
  importedClicks: ['clicks', 'totalclicks', 'visits', 'hits', 'engagements', 'clickcount'],
};

/** The format and the mapping that follow from the columns of a file. */
export type Recognized = {
  /** Null: no service has these columns. */
  readonly format: Pick<ImportFormat, 'id' | 'name'> | null;
  /** The proposed field of each column; no field twice. */
  readonly mapping: ImportMapping;
};

/** Recognizes a file by its columns, and proposes a mapping of them. */
export function recognizeFormat(columns: readonly string[]): Recognized {
  const names = columns.map(plainHeading);
  const found = formats.find(({ needs }) => needs.every((need) => names.includes(need)));
  const propose = found === undefined ? usualField : (name: string) => ownField(found, name);
  return {
    format: found === undefined ? null : { id: found.id, name: found.name },
    mapping: eachOnce(names.map(propose)),
  };
}

/** The name of a service; null when there is none with this id. */
export function formatOf(id: string | null): Recognized['format'] {
  const found = formats.find((format) => format.id === id);
  return found === undefined ? null : { id: found.id, name: found.name };
}

/** A heading in one spelling: `Original URL`, `original_url` and `originalURL` are the same. */
function plainHeading(heading: string): string {
  return heading.toLowerCase().replaceAll(/[\s_-]+/g, '');
}

function ownField({ fields }: ImportFormat, name: string): ImportField | null {
  return Object.hasOwn(fields, name) ? (fields[name] ?? null) : null;
}

function usualField(name: string): ImportField | null {
  if (Object.hasOwn(byOwnNames, name)) return byOwnNames[name] ?? null;
  return importFields.find((field) => otherNames[field]?.includes(name)) ?? null;
}

function eachOnce(mapping: ImportMapping): ImportMapping {
  return mapping.map((field, at) => (mapping.indexOf(field) === at ? field : null));
}
