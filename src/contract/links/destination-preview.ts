import * as z from 'zod/mini';
import { linkComplaints, longestUrl } from './link-limits.ts';
import { route } from '#contract/route';

/** `off`: the operator has not switched it on. `failed`: no page was answered. */
export const previewStates = ['read', 'off', 'failed'] as const;

const DestinationPreview = z.object({
  state: z.enum(previewStates),
  title: z.nullable(z.string()),
  text: z.nullable(z.string()),
  /** The page's own preview picture as a `data:` address; null: none, or more than 512 KB. */
  picture: z.nullable(z.string()),
});

/** Reads the title, the description and the preview picture of a page, without cookies. */
export const previewDestination = route('GET /api/v1/destination-preview', {
  scope: 'links:write',
  summary: 'Read the title and picture of a destination',
  errors: ['blocked'],
  limit: 'previews',
  query: z.object({
    url: z.string('Send an address').check(z.maxLength(longestUrl, linkComplaints.longUrl)),
  }),
  answer: DestinationPreview,
});
