import * as contract from '#contract/links/bulk';
import type { Answer } from '#contract/route';
import {
  type BulkChange,
  type BulkRun,
  type BulkSelection,
  findBulk,
  startBulk,
  undoBulk,
} from '#core/links/bulk';
import type { LinkFilter } from '#core/links/link-filter';
import type { BulkPorts } from '#core/links/ports';
import { invalid } from '#core/shared/refusal';
import { setDetail } from '#adapters/http/frame/request-subject';
import { type Mountable, on } from '#adapters/http/frame/on';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { narrowedTo } from './link-query.ts';

/** Actions on many links. `heavy` limits how many selections are read at once. */
export function bulkRoutes(ports: BulkPorts, heavy: HeavyAnswers): Mountable[] {
  return [
    on(contract.startBulk, async ({ caller, body, request, chosenId }) => {
      const wanted = { change: bulkChange(body), selection: bulkSelection(body), chosenId };
      const run = await heavy.run({ userId: caller.id, request }, () =>
        startBulk(ports, caller, wanted),
      );
      setDetail(request, `${run.kind} ${run.total} links`);
      return shown(run);
    }),
    on(contract.showBulk, async ({ caller, params }) =>
      shown(await findBulk(ports, caller.id, params.id)),
    ),
    on(contract.undoBulk, async ({ caller, params, request }) => {
      const run = await undoBulk(ports, caller.id, params.id);
      setDetail(request, `undo ${run.kind} ${run.total} links`);
      return shown(run);
    }),
  ];
}

function shown(run: BulkRun): Answer<typeof contract.showBulk> {
  return { ...run, action: run.kind };
}

/** Refuses `invalid` without the label that the action needs. */
function bulkChange({ action, tag, folder }: contract.NewBulk): BulkChange {
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
function bulkSelection({ ids, matching, count }: contract.NewBulk): BulkSelection {
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

function filterOf(asked: NonNullable<contract.NewBulk['matching']>): LinkFilter {
  const [isTracking, isSplit] = [asked.trackConversions === true, asked.splitTest === true];
  return { ...narrowedTo(asked), destination: null, isTracking, isSplit };
}
