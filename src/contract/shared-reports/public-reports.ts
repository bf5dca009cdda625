import * as z from 'zod/mini';
import { QueryAnswer } from '#contract/analytics/query';
import { Report, reportFields } from '#contract/analytics/analytics';
import { moment } from '#contract/fields';
import { currencies } from '#contract/money';
import { route } from '#contract/route';
import { splitLetters } from '#contract/split-tests/split-words';
import { NewPagePassword, pagePassword } from './shared-reports.ts';

/** A link's public page as its owner sees it. The first two are null while there is none. */
const PublicPage = z.object({
  token: z.nullable(z.string()),
  url: z.nullable(z.string()),
  hasPassword: z.boolean(),
  showsMoney: z.boolean(),
});

/** A null password removes it. Absent fields stay as they are. */
const PublicPageInput = z.object({
  password: z.nullish(NewPagePassword),
  showsMoney: z.optional(z.boolean('Must be true or false')),
});
export type PublicPageInput = z.output<typeof PublicPageInput>;

export const showPublicPage = route('GET /api/v1/links/:id/public-page', {
  scope: 'analytics:read',
  summary: 'Show the public page of a link',
  answer: PublicPage,
});
/** Opens the page, or changes the open one. It is also in `GET /api/v1/shared-reports`. */
export const sharePublicPage = route('PUT /api/v1/links/:id/public-page', {
  scope: 'analytics:write',
  audit: 'report_shared',
  errors: ['conflict'],
  summary: 'Share the public page of a link',
  example: { showsMoney: false },
  body: PublicPageInput,
  answer: PublicPage,
});
export const revokePublicPage = route('DELETE /api/v1/links/:id/public-page', {
  scope: 'analytics:write',
  audit: 'report_removed',
  summary: 'Close the public page of a link',
});

/** The link's running split test, over its whole time. */
const PublicSplitTest = z.object({
  sentence: z.object({ lead: z.string(), rest: z.string() }),
  currency: z.enum(currencies),
  destinations: z.array(
    z.object({
      letter: z.enum(splitLetters),
      name: z.nullable(z.string()),
      visits: z.int(),
      convertingVisits: z.int(),
      /** In cents of the currency; absent without money. */
      revenue: z.optional(z.int()),
      wins: z.boolean(),
    }),
  ),
});
export type PublicSplitTest = z.output<typeof PublicSplitTest>;

/** Who shares a report, and how its page looks. */
const Cover = z.object({
  name: z.string(),
  sender: z.string(),
  /** The chosen colour on dark and on light ground; null: the colours of Waypost. */
  color: z.nullable(z.object({ dark: z.string(), light: z.string() })),
  hasLogo: z.boolean(),
});

/**
 * Numbers as everybody with the address sees them. Without money its lists of amounts are empty. It
 * names no ids.
 */
const PublicReport = z.object({
  /** Of a link's public page; otherwise null. */
  link: z.nullable(z.object({ title: z.nullable(z.string()), shortUrl: z.string() })),
  cover: Cover,
  choosesDates: z.boolean(),
  /** What its owner chose, as the address of the page names it: `range=30d&compare=previous`. */
  dates: z.string(),
  /** The currency and the measure with which the page opens: `currency=EUR&measure=revenue`. */
  first: z.string(),
  showsMoney: z.boolean(),
  /** The classes of visits that it counts: `human`, and `bot` or `prefetch` if its owner chose so. */
  classes: z.array(z.string()),
  /** Whether it can be asked for the list of links. */
  listsLinks: z.boolean(),
  report: Report,
  splitTest: z.nullable(PublicSplitTest),
  /** For its owner, who looks at it as visitors do: what they meet before it. Otherwise null. */
  preview: z.nullable(z.object({ hasPassword: z.boolean(), hasEnded: z.boolean() })),
});

/** `true`, from the session of its owner: without its password, also after its end, and as no view. */
const preview = z.optional(z.string());

/**
 * For everybody: what the page shows depends on its token alone. The dates count where its owner lets
 * visitors choose them.
 */
export const readPublicPage = route('GET /api/public/:token', {
  caller: 'anybody',
  query: z.object({ ...reportFields, preview }),
  answer: PublicReport,
});

/** A list as the query answers it, the rows of links by their short addresses. */
const PublicList = z.extend(
  z.pick(QueryAnswer, { rows: true, totals: true, comparedTotals: true, count: true, links: true }),
  {
    /** What the numbers leave out, in sentences. */
    warnings: z.array(z.string()),
  },
);

/**
 * Lists of a report, each sorted by a number that the report shows: `list=referrers:revenue:desc`, and
 * with unique visitors `list=referrers:clicks:desc:visitors`. A list has its 50 first rows.
 */
export const readPublicLists = route('GET /api/public/:token/lists', {
  caller: 'anybody',
  query: z.object({
    ...reportFields,
    preview,
    list: z.optional(z.union([z.string(), z.array(z.string())])),
  }),
  answer: z.object({ lists: z.array(PublicList) }),
});

/** The numbers over time (`what=series`), or 1,000 rows of a list (`what=referrers:revenue:desc`). */
export const savePublicFile = route('GET /api/public/:token/file', {
  caller: 'anybody',
  query: z.object({ ...reportFields, preview, what: z.optional(z.string()) }),
  file: ['text/csv'],
});

/** What is known of a report before its password is: nothing of the account, and no number. */
export const showCover = route('GET /api/public/:token/cover', {
  caller: 'anybody',
  answer: z.extend(Cover, {
    state: z.enum(['open', 'locked', 'ended']),
    /** The hosts whose pages may show the report in a frame. */
    hosts: z.array(z.string()),
    /** When it ended, if it ended by its date. */
    endedAt: z.nullable(moment),
  }),
});
/** The logo of a report that shows one, a JPEG. */
export const showReportLogo = route('GET /api/public/:token/logo', {
  caller: 'anybody',
  query: z.object({ preview }),
});

/** The answer sets the cookie by which the page knows that the visitor has given its password. */
export const unlockPublicPage = route('POST /api/public/:token/unlock', {
  caller: 'anybody',
  body: z.object({ password: pagePassword }),
});
