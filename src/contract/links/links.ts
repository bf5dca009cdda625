import * as z from 'zod/mini';
import { id, isId, moment, time } from '#contract/fields';
import { FolderOfLink, TagOfLink } from './labels.ts';
import { externalId, fields, ofSplitTest, typedLists } from './link-fields.ts';
import { mostExported } from './link-limits.ts';
import { CurrencyTotals } from '#contract/conversions/totals';
import { listOf, pageCursor, pageLimit } from '#contract/paging';
import { Problem } from '#contract/problem';
import { route } from '#contract/route';

const text = z.nullable(z.string('Must be text'));

/** What an owner changes of a link. Absent fields stay as they are. */
export const LinkChanges = z.partial(
  z.object({
    ...fields,
    ...typedLists,
    /** Blank or null removes it. */
    password: text,
    /** Ids or names, also of new ones. */
    tags: z.nullable(z.array(z.string('Send the names or ids of tags'), 'Must be a list of tags')),
    folder: z.nullable(z.string('Send the name or id of a folder')),
    ...ofSplitTest,
  }),
);
export type LinkChanges = z.output<typeof LinkChanges>;

export const NewLink = z.extend(z.omit(LinkChanges, { isActive: true, splitTestContinues: true }), {
  originalUrl: fields.originalUrl,
});

const count = z.nullable(z.int());
/** In cents. */
const amount = z.nullable(z.int());

/** Why a check of a destination failed. */
export const failureReasons = [
  /** The name of its host does not exist, or has no address. */
  'no_host',
  /** The host refused or cut the connection. */
  'no_connection',
  'timeout',
  /** The certificate is not valid for the host, or expired. */
  'certificate',
  /** 404, 410, or a status of 500 and above. */
  'status',
] as const;

/** A destination that failed several weekly checks in a row. */
const BrokenDestination = z.object({
  url: z.string(),
  reason: z.enum(failureReasons),
  /** The status of the last response; null when there was none. */
  status: z.nullable(z.int()),
  since: moment,
  checkedAt: moment,
});

/** A link as its owner sees it. Numbers are null while they are not available. */
export const Link = z.object({
  id,
  userId: id,
  /** Raised by every write. */
  version: z.int(),
  shortCode: z.string(),
  /** With the alias if there is one, otherwise with the code. */
  shortUrl: z.string(),
  ...fields,
  hasPassword: z.boolean(),
  /** When the clicks reached the limit; null: not yet. */
  clicksReachedAt: z.nullable(moment),
  /** The path of the preview's picture, a JPEG; null: none. */
  previewPicture: z.nullable(z.string()),
  /** By name. */
  tags: z.array(TagOfLink),
  folder: z.nullable(FolderOfLink),
  /** Empty unless the operator has switched the check of destinations on. */
  brokenDestinations: z.array(BrokenDestination),
  totalClicks: count,
  uniqueClicks: count,
  botClicks: count,
  totalConversions: count,
  /** US dollars. */
  totalProfit: amount,
  totalRevenue: amount,
  otherCurrencies: z.nullable(z.array(CurrencyTotals)),
  /** Percent of human clicks, with one decimal. */
  conversionRate: z.nullable(z.number()),
  /** Equal to `totalClicks`. */
  clickCounter: count,
  /**
   * Clicks that another service counted before the import of the link; null: none. No other number
   * includes them.
   */
  importedClicks: z.nullable(z.int()),
  createdAt: moment,
  updatedAt: moment,
});

/**
 * The states of a link: an active one redirects. An expired link may be paused too, and is then
 * both. A broken one leads to at least one destination that failed several checks.
 */
export const linkStatuses = ['active', 'paused', 'expired', 'broken'] as const;
export type LinkStatus = (typeof linkStatuses)[number];
export const statusMessage = `The status is one of ${linkStatuses.join(', ')}`;

/** Sort keys that are totals over all time. */
export const totalSorts = ['totalClicks', 'totalConversions', 'totalProfit'] as const;
export type TotalSort = (typeof totalSorts)[number];

/** `name` is the title, else the alias, else the code. */
export const linkSorts = [
  ...(['createdAt', 'updatedAt', 'originalUrl', 'title', 'name'] as const),
  ...totalSorts,
] as const;
export type LinkSort = (typeof linkSorts)[number];

const onlyTrue = z.enum(['true', ''], 'The only allowed value is true');
const searched = z.string().check(z.maxLength(2048, 'Use at most 2048 characters'));

/** The parameters of a list, as text. A blank one counts as present but without a value. */
export const LinksQuery = z.partial(
  z.object({
    search: searched,
    destination: searched,
    trackConversions: onlyTrue,
    splitTest: onlyTrue,
    status: z.enum([...linkStatuses, ''], statusMessage),
    sort: z.enum([...linkSorts, ''], `Sort by ${linkSorts.join(', ')}`),
    order: z.enum(['asc', 'desc', ''], 'Order must be asc or desc'),
    limit: pageLimit,
    cursor: pageCursor,
    /** An id or a name, or `unlabelled`. It may be repeated, and so may `folder`. */
    tag: z.string(),
    folder: z.string(),
  }),
);
export type LinksQuery = z.output<typeof LinksQuery>;

/** The parameters of a page of links, in addition to those of `LinksQuery`. */
const LinkPageQuery = z.extend(
  LinksQuery,
  z.partial(
    z.object({
      externalId,
      /** A code or an alias on `domain`; without a domain on the instance's own short host. */
      name: z.string().check(z.maxLength(50, 'A name has at most 50 characters')),
      domain: z.string().check(z.maxLength(253, 'A domain has at most 253 characters')),
      createdAfter: time,
      createdBefore: time,
      updatedSince: time,
    }),
  ).shape,
);
export type LinkPageQuery = z.output<typeof LinkPageQuery>;

/** A link with an id of another system, by which it is created or changed. */
export const ExternalLink = z.extend(NewLink, { externalId });

/** Limit of links of one batch. */
export const mostBatched = 100;

/** A batch. Each link is checked alone, so the schema takes any object. */
const LinkBatch = z.object({
  links: z
    .array(z.record(z.string(), z.unknown(), 'Send a link'), 'Send a list of links')
    .check(
      z.minLength(1, 'Send at least one link'),
      z.maxLength(mostBatched, `Send at most ${mostBatched} links`),
    ),
  /** `upsert` creates or changes each link by its external id. */
  mode: z.enum(['create', 'upsert'], 'The mode is create or upsert'),
});
export type LinkBatch = z.output<typeof LinkBatch>;

/** What happened to one link of a batch: the link, or the problem that the single call would answer. */
const BatchResult = z.object({
  status: z.int(),
  link: z.nullable(Link),
  problem: z.nullable(Problem),
});

/** A page of links, or with no parameter at all the whole list. */
export const listLinks = route('GET /api/links', {
  marks: true,
  query: LinksQuery,
  answer: z.array(Link),
});
/** The refusals of a link's fields. */
const linkErrors = [
  ...(['plan_required', 'alias_taken', 'external_id_taken', 'alias_limit', 'blocked'] as const),
  ...(['conflict', 'email_unverified'] as const),
];

export const pageLinks = route('GET /api/v1/links', {
  scope: 'links:read',
  summary: 'List links',
  marks: true,
  query: LinkPageQuery,
  severalOf: ['tag', 'folder'],
  answer: listOf(Link),
});
export const createLink = route('POST /api/v1/links', {
  scope: 'links:write',
  errors: [...linkErrors, 'link_limit'],
  example: {
    originalUrl: 'https://example.com/boots',
    title: 'Ridge Mid boots',
    tags: ['boots', 'social'],
  },
  alsoAt: 'POST /api/links',
  limit: 'links',
  body: NewLink,
  status: 201,
  answer: Link,
});
/** Answers 201 for a new link, and 200 for a changed one. Absent fields stay as they are. */
export const upsertLink = route('PUT /api/v1/links', {
  scope: 'links:write',
  summary: 'Create or change a link by your own id',
  errors: [...linkErrors, 'link_limit'],
  example: { externalId: 'sku-1042', originalUrl: 'https://example.com/boots' },
  alsoStatus: 201,
  limit: 'links',
  body: ExternalLink,
  answer: Link,
});
/** Not atomic: each link is written as the single call would, in order. */
export const createLinks = route('POST /api/v1/links/batch', {
  scope: 'links:write',
  summary: 'Create or change up to 100 links',
  errors: ['plan_required'],
  example: { mode: 'create', links: [{ originalUrl: 'https://example.com/boots' }] },
  limit: 'bulk',
  mostBytes: 2 ** 20,
  body: LinkBatch,
  answer: z.object({ results: z.array(BatchResult) }),
});
export const showLink = route('GET /api/v1/links/:id', {
  scope: 'links:read',
  marks: true,
  answer: Link,
});
export const editLink = route('PATCH /api/v1/links/:id', {
  scope: 'links:write',
  summary: 'Change a link',
  errors: [...linkErrors, 'changed_meanwhile'],
  example: { title: 'Ridge Mid boots, new colours', isActive: true },
  alsoAt: 'PUT /api/links/:id',
  limit: 'links',
  body: LinkChanges,
  answer: Link,
});
export const deleteLink = route('DELETE /api/v1/links/:id', {
  scope: 'links:write',
  errors: ['changed_meanwhile'],
  alsoAt: 'DELETE /api/links/:id',
});
const exportedIds = z.string().check(
  z.refine((joined) => joined.split(',').every(isId), 'Must be ids with commas between them'),
  z.refine(
    (joined) => joined.split(',').length <= mostExported,
    `Send at most ${mostExported} ids. A filter exports more links.`,
  ),
);

/**
 * All links, those that the filters leave, or those with the ids, newest first: a CSV file, or one link's
 * JSON a line.
 */
export const exportLinks = route('GET /api/v1/exports/links', {
  scope: 'links:read',
  file: ['text/csv', 'application/jsonl'],
  severalOf: ['tag', 'folder'],
  alsoAt: 'GET /api/export/links',
  audit: 'links_exported',
  query: z.extend(
    z.pick(LinksQuery, {
      search: true,
      destination: true,
      trackConversions: true,
      splitTest: true,
      status: true,
      tag: true,
      folder: true,
    }),
    {
      /**
       * At most 200 ids of links, with commas between them, and without a filter. The export is refused
       * when one of them is not a link of the account.
       */
      ids: z.optional(exportedIds),
      format: z.optional(z.enum(['csv', 'jsonl'], 'The format is csv or jsonl')),
    },
  ),
});
