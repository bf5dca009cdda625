import * as z from 'zod/mini';
import { id, isId, moment } from '#contract/fields';
import { linkStatuses, statusMessage } from './links.ts';
import { route } from '#contract/route';

/** The kinds of actions on links. */
export const bulkKinds = ['pause', 'resume', 'expire', 'delete', 'tag', 'untag', 'move'] as const;
export type BulkKind = (typeof bulkKinds)[number];

/**
 * `waiting`: nothing has happened yet, and an undo ends it. `running` and `undoing` go through the
 * links slice by slice. `done` and `undone` are ends; `done` can be undone until `undoUntil`.
 */
export const bulkStates = ['waiting', 'running', 'done', 'undoing', 'undone'] as const;
export type BulkState = (typeof bulkStates)[number];

/** Limit of links that a request may name by their ids. */
export const mostIds = 1000;

const idText = z.string('Must be an id').check(z.refine(isId, 'Must be an id'));
const flag = z.optional(z.boolean('Must be true or false'));
const label = z
  .string('Must be text')
  .check(z.maxLength(200, 'A value has at most 200 characters'));
const labels = z.optional(
  z.array(label, 'Must be a list').check(z.maxLength(20, 'Send at most 20 values')),
);

/** The filter of a list, which `GET /api/links` reads from the address. */
const Matching = z.object({
  search: z.optional(
    z.string('Must be text').check(z.maxLength(2048, 'Use at most 2048 characters')),
  ),
  status: z.optional(z.enum(linkStatuses, statusMessage)),
  trackConversions: flag,
  splitTest: flag,
  tags: labels,
  folders: labels,
});

/** Either `ids`, or `matching` with the `count` of its links. */
export const NewBulk = z.object({
  action: z.enum(bulkKinds, `The action is one of ${bulkKinds.join(', ')}`),
  /** The id of a tag, for `tag` and `untag`. */
  tag: z.optional(idText),
  /** The id of a folder, for `move`; null for none. */
  folder: z.optional(z.nullable(idText)),
  ids: z.optional(
    z
      .array(idText, 'Must be a list of ids')
      .check(
        z.minLength(1, 'Select at least one link'),
        z.maxLength(mostIds, `Send at most ${mostIds} ids`),
      ),
  ),
  matching: z.optional(Matching),
  count: z.optional(z.int('Must be a whole number').check(z.minimum(0, 'Must be a whole number'))),
});
export type NewBulk = z.output<typeof NewBulk>;

/** An action on many links. */
export const Bulk = z.object({
  id,
  action: z.enum(bulkKinds),
  state: z.enum(bulkStates),
  /** Selected links. */
  total: z.int(),
  /**
   * The number of links that were changed so far. Other links already had the requested state, or
   * were deleted.
   */
  changed: z.int(),
  /** When a waiting deletion begins. */
  dueAt: moment,
  undoUntil: z.nullable(moment),
});

/** Starts an action. It may already have ended when the response is sent. */
export const startBulk = route('POST /api/v1/bulk-actions', {
  scope: 'links:write',
  summary: 'Change many links',
  errors: ['plan_required', 'not_found', 'conflict'],
  example: { action: 'pause', ids: ['019ac0e5-7a41-7c2e-9d1b-5f0a3c86e2d4'] },
  limit: 'bulk',
  audit: 'links_changed',
  body: NewBulk,
  status: 202,
  answer: Bulk,
});
export const showBulk = route('GET /api/v1/bulk-actions/:id', {
  scope: 'links:read',
  summary: 'Show a change of many links',
  answer: Bulk,
});
export const undoBulk = route('POST /api/v1/bulk-actions/:id/undo', {
  scope: 'links:write',
  summary: 'Undo a change of many links',
  errors: ['gone', 'conflict'],
  limit: 'bulk',
  audit: 'links_changed',
  answer: Bulk,
});
