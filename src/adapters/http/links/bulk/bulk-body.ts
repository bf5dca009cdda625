import type { NewBulk } from '#contract/bulk';
import type { BulkChange } from '#core/links/bulk/bulk-run';
import type { BulkSelection } from '#core/links/bulk/start-bulk';
import type { LinkFilter } from '#core/links/link-filter';
import { invalid } from '#core/shared/refusal';

/** Refuses `invalid` without the label that the action needs. */
export function bulkChange({ action, tag, folder }: NewBulk): BulkChange {
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
export function bulkSelection({ ids, matching, count }: NewBulk): BulkSelection {
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

function filterOf(asked: NonNullable<NewBulk['matching']>): LinkFilter {
  const { search = '', status = null, tags = [], folders = [] } = asked;
  const [isTracking, isSplit] = [asked.trackConversions === true, asked.splitTest === true];
  return { search, destination: null, status, isTracking, isSplit, labels: { tags, folders } };
}
