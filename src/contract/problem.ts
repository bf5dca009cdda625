import * as z from 'zod/mini';
import type { DeepReadonly } from './route.ts';

/** One error in one field of the input. `path` is dotted (`splitTestUrls.2`). */
const Issue = z.object({ path: z.string(), message: z.string() });

/** What every error answers (RFC 9457, with the product's own fields). */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  /** A sentence for people. It never repeats the input. */
  detail: z.string(),
  /** Equal to `detail`. */
  message: z.string(),
  /** Stable and machine-readable. */
  code: z.string(),
  issues: z.optional(z.array(Issue)),
  /** The scope that the key lacks. */
  scope: z.optional(z.string()),
  /** The version that is stored. */
  version: z.optional(z.int()),
  /** Of a repeated call whose answer was too long to keep: the ids in it, in their order. */
  ids: z.optional(z.array(z.string())),
  requestId: z.string(),
});
export type Problem = DeepReadonly<z.output<typeof Problem>>;
