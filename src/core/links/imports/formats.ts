import type { ImportField, ImportMapping } from './import-fields.ts';

/** A service whose exported files are recognized by their columns. */
export type ImportFormat = {
  readonly id: FormatId;
  /** The name of the service. */
  readonly name: string;
  /** Columns that a file of this service has, in lower case. */
  readonly needs: readonly string[];
  /** The field of each column with a meaning, by the column's name in lower case. */
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

/**
 * The published columns of each service. Status columns are left out where a service still redirects
 * what it calls archived.
 */
const formats: readonly ImportFormat[] = [
  {
    // Our own export (`adapters/http/links/link-csv.ts`).
    id: 'waypost',
    name: 'Waypost',
    needs: ['short url', 'original url', 'alias', 'split test', 'tracking', 'active', 'expires'],
    fields: {
      'short url': 'shortUrl',
      'original url': 'originalUrl',
      alias: 'alias',
      title: 'title',
      clicks: 'importedClicks',
      tracking: 'trackConversions',
      active: 'isActive',
      expires: 'expiresAt',
      created: 'createdAt',
      tags: 'tags',
      folder: 'folder',
      notes: 'notes',
      'split test': 'splitTestEnabled',
      'split test urls': 'splitTestUrls',
    },
  },
  {
    // support.bitly.com, 'How do I export all data from the Links page?'
    id: 'bitly',
    name: 'Bitly',
    needs: ['link', 'custom link', 'date created', 'destination url'],
    fields: {
      link: 'shortUrl',
      'custom link': 'alias',
      'date created': 'createdAt',
      title: 'title',
      'destination url': 'originalUrl',
      engagements: 'importedClicks',
      tags: 'tags',
    },
  },
  {
    // The fields of Bitly's API (dev.bitly.com, 'Retrieve Bitlinks by Group'), which tools export.
    id: 'bitly',
    name: 'Bitly',
    needs: ['long_url', 'created_at', 'title'],
    fields: {
      long_url: 'originalUrl',
      link: 'shortUrl',
      bitlink: 'shortUrl',
      title: 'title',
      custom_bitlink: 'alias',
      custom_bitlinks: 'alias',
      tags: 'tags',
      created_at: 'createdAt',
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
      visit_count: 'importedClicks',
      created_at: 'createdAt',
      expire_in: 'expiresAt',
    },
  },
  {
    // shlink-web-component, ExportShortUrlsBtn: tags are separated by a bar.
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
    // shlink-importer, README, 'Standard CSV'.
    id: 'shlink',
    name: 'Shlink',
    needs: ['long url', 'short code'],
    fields: {
      'long url': 'originalUrl',
      'short code': 'alias',
      title: 'title',
      tags: 'tags',
    },
  },
];

/** What columns are often called in files that people write themselves. */
const usualNames: Readonly<Record<ImportField, readonly string[]>> = {
  originalUrl: [
    ...['original url', 'destination', 'destination url', 'long url', 'target', 'target url'],
    ...['url', 'web address'],
  ],
  alias: ['alias', 'custom alias', 'back half', 'slug', 'keyword', 'short code', 'path', 'code'],
  shortUrl: ['short url', 'short link', 'link', 'short'],
  title: ['title', 'name'],
  description: ['description'],
  notes: ['notes', 'note', 'comment', 'comments'],
  tags: ['tags', 'tag', 'labels'],
  folder: ['folder', 'group'],
  createdAt: ['created', 'created at', 'date created', 'creation date', 'date', 'timestamp'],
  expiresAt: ['expires', 'expires at', 'expiry', 'expiry date', 'expiration', 'expiration date'],
  isActive: ['active', 'is active', 'enabled'],
  trackConversions: ['track conversions', 'conversion tracking'],
  splitTestEnabled: ['split test'],
  splitTestUrls: ['split test urls'],
  importedClicks: ['clicks', 'total clicks', 'visits', 'hits', 'engagements', 'click count'],
  utm_source: ['utm source'],
  utm_medium: ['utm medium'],
  utm_campaign: ['utm campaign'],
  utm_term: ['utm term'],
  utm_content: ['utm content'],
};

/** What the columns of a file say about it. */
export type Recognized = {
  /** Null: the columns are those of no service. */
  readonly format: Pick<ImportFormat, 'id' | 'name'> | null;
  /** The proposed field of each column; no field twice. */
  readonly mapping: ImportMapping;
};

/** Recognizes a file by its columns, and proposes what becomes of them. */
export function recognizeFormat(columns: readonly string[]): Recognized {
  const names = columns.map((column) => column.trim().toLowerCase());
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

function ownField({ fields }: ImportFormat, name: string): ImportField | null {
  return Object.hasOwn(fields, name) ? (fields[name] ?? null) : null;
}

function usualField(name: string): ImportField | null {
  const spaced = name.replaceAll(/[_\s-]+/g, ' ');
  const found = Object.entries(usualNames).find(([, names]) => names.includes(spaced));
  return found === undefined ? null : fieldNamed(found[0]);
}

function fieldNamed(name: string): ImportField | null {
  return isField(name) ? name : null;
}

function isField(name: string): name is ImportField {
  return Object.hasOwn(usualNames, name);
}

function eachOnce(mapping: ImportMapping): ImportMapping {
  return mapping.map((field, at) => (mapping.indexOf(field) === at ? field : null));
}
