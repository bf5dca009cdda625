import * as z from 'zod/mini';
import { Report, reportFields } from './analytics.ts';
import { currencies } from '#contract/money';
import { route } from '#contract/route';
import { splitLetters } from '#contract/split-tests/split-words';

const shortest = 8;
const longest = 128;

/** A link's public page as its owner sees it. The first two are null while there is none. */
const PublicPage = z.object({
  token: z.nullable(z.string()),
  url: z.nullable(z.string()),
  hasPassword: z.boolean(),
  showsMoney: z.boolean(),
});

/** A null password removes it. Absent fields stay as they are. */
const PublicPageInput = z.object({
  password: z.nullish(
    z
      .string('Must be text')
      .check(
        z.minLength(shortest, `The password must have at least ${shortest} characters`),
        z.maxLength(longest, `The password must have at most ${longest} characters`),
      ),
  ),
  showsMoney: z.optional(z.boolean('Must be true or false')),
});
export type PublicPageInput = z.output<typeof PublicPageInput>;

export const showPublicPage = route('GET /api/v1/links/:id/public-page', {
  scope: 'analytics:read',
  summary: 'Show the public page of a link',
  answer: PublicPage,
});
/** Opens the page, or changes the open one. */
export const sharePublicPage = route('PUT /api/v1/links/:id/public-page', {
  scope: 'analytics:write',
  summary: 'Share the public page of a link',
  example: { showsMoney: false },
  body: PublicPageInput,
  answer: PublicPage,
});
export const revokePublicPage = route('DELETE /api/v1/links/:id/public-page', {
  scope: 'analytics:write',
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

/**
 * One link's numbers as everybody sees them, without the list of links. Without money its lists of
 * amounts are empty.
 */
const PublicReport = z.object({
  link: z.object({ title: z.nullable(z.string()), shortUrl: z.string() }),
  showsMoney: z.boolean(),
  report: Report,
  splitTest: z.nullable(PublicSplitTest),
});

/** For everybody: what the page shows depends on its token alone. */
export const readPublicPage = route('GET /api/public/:token', {
  caller: 'anybody',
  query: z.object(reportFields),
  answer: PublicReport,
});
/** The answer sets the cookie by which the page knows that the visitor has given its password. */
export const unlockPublicPage = route('POST /api/public/:token/unlock', {
  caller: 'anybody',
  body: z.object({ password: z.string('Enter the password').check(z.maxLength(longest)) }),
});
