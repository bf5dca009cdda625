import { z } from 'zod';
import { type BulkChange, mostIds } from '#core/links/bulk/bulk-run';
import type { BulkSelection } from '#core/links/bulk/start-bulk';
import { linkStatuses, statusMessage } from '#contract/links';
import type { LinkFilter } from '#core/links/link-filter';
import { isId } from '#core/shared/ids';
import { invalid } from '#core/shared/refusal';

const id = z.string('Must be an id').refine(isId, 'Must be an id');
const flag = z.boolean('Must be true or false').optional();

const label = z.string('Must be text').max(200, 'A value has at most 200 characters');
const labels = z.array(label, 'Must be a list').max(20, 'Send at most 20 values').optional();

/** The filter of a list, as `GET /api/links` reads it from the address. */
const filter = z.object({
  search: z.string('Must be text').max(2048, 'Use at most 2048 characters').optional(),
  status: z.enum(linkStatuses, statusMessage).optional(),
  trackConversions: flag,
  splitTest: flag,
  tags: labels,
  folders: labels,
});

const actions = ['pause', 'resume', 'expire', 'delete', 'tag', 'untag', 'move'] as const;

/** The body of POST /api/links/bulk: either `ids`, or `matching` with the `count` of its links. */
export const bulkBody = z.object({
  action: z.enum(actions, `The action is one of ${actions.join(', ')}`),
  /** The id of a tag, for `tag` and `untag`. */
  tag: id.optional(),
  /** The id of a folder, for `move`; null for none. */
  folder: id.nullish(),
  ids: z
    .array(id, 'Must be a list of ids')
    .min(1, 'Select at least one link')
    .max(mostIds, `Send at most ${mostIds} ids`)
    .optional(),
  matching: filter.optional(),
  count: z.int('Must be a whole number').min(0, 'Must be a whole number').optional(),
});

type Body = z.infer<typeof bulkBody>;

/** Refuses `invalid` without the label that the action needs. */
export function bulkChange({ action, tag, folder }: Body): BulkChange {
  switch (action) {
    case 'tag':
    case 'untag':
      if (tag === undefined) throw invalid({ path: 'tag', message: 'Choose a tag' });
      return { kind: action, tagId: tag };
    case 'move':
      if (folder === undefined) throw invalid({ path: 'folder', message: 'Choose a folder' });
      return { kind: action, folderId: folder };
    default:
      return { kind: action };
  }
}

/** Refuses `invalid` unless the body has exactly one kind of selection. */
export function bulkSelection({ ids, matching, count }: Body): BulkSelection {
  if (ids !== undefined && matching !== undefined) {
    throw invalid({ path: 'ids', message: 'Send either ids or matching' });
  }
  if (ids !== undefined) return { kind: 'ids', ids: [...new Set(ids)] };
  if (matching === undefined) throw invalid({ path: 'ids', message: 'Select at least one link' });
  if (count === undefined) {
    throw invalid({ path: 'count', message: 'Send the number of links that match' });
  }
  return { kind: 'matching', filter: filterOf(matching), count };
}

function filterOf(asked: z.infer<typeof filter>): LinkFilter {
  const { search = '', status = null, tags = [], folders = [] } = asked;
  const [isTracking, isSplit] = [asked.trackConversions === true, asked.splitTest === true];
  return { search, destination: null, status, isTracking, isSplit, labels: { tags, folders } };
}
