import * as z from 'zod/mini';
import { longestUrl } from './link-limits.ts';
import { route } from '#contract/route';

/** Limit of aliases that are offered in place of one that is not free. */
export const mostSuggestions = 3;

const CheckedAlias = z.object({
  alias: z.string(),
  isFree: z.boolean(),
  /** Why the alias is not free; null when it is. */
  reason: z.nullable(z.string()),
  /** Free aliases that resemble it; none when it is free. */
  suggestions: z.array(z.string()),
});

/** Says whether a new link could have an alias. Another link may take it at any time. */
export const checkAlias = route('GET /api/v1/alias-check', {
  scope: 'links:write',
  summary: 'Check whether an alias is free',
  query: z.object({
    alias: z.string('Send an alias').check(z.maxLength(200, 'Use at most 200 characters')),
    /** One of the account's connected domains; absent: the instance's own short host. */
    domain: z.optional(z.string().check(z.maxLength(253, 'A domain has at most 253 characters'))),
    /** The address of the new link: suggestions use its words. */
    destination: z.optional(
      z.string().check(z.maxLength(longestUrl, `Use at most ${longestUrl} characters`)),
    ),
  }),
  answer: CheckedAlias,
});
