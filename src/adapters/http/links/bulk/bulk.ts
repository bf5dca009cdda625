import * as contract from '#contract/bulk';
import type { Answer } from '#contract/route';
import type { BulkRun } from '#core/links/bulk/bulk-run';
import type { startBulk } from '#core/links/bulk/start-bulk';
import type { findBulk, undoBulk } from '#core/links/bulk/undo-bulk';
import { setDetail } from '#adapters/http/frame/concerned';
import { type Mountable, on } from '#adapters/http/frame/on';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { bulkChange, bulkSelection } from './bulk-body.ts';

export type BulkRoutesPorts = {
  readonly startBulk: ReturnType<typeof startBulk>;
  readonly findBulk: ReturnType<typeof findBulk>;
  readonly undoBulk: ReturnType<typeof undoBulk>;
  /** Limits how many selections are read at once. */
  readonly heavy: HeavyAnswers;
};

/** Actions on many links. */
export function bulkRoutes(ports: BulkRoutesPorts): Mountable[] {
  return [
    on(contract.startBulk, async ({ caller, body, request }) => {
      const [change, selection] = [bulkChange(body), bulkSelection(body)];
      const run = await ports.heavy.run({ userId: caller.id, request }, () =>
        ports.startBulk(caller, { change, selection }),
      );
      setDetail(request, `${run.kind} ${run.total} links`);
      return shown(run);
    }),
    on(contract.showBulk, async ({ caller, params }) =>
      shown(await ports.findBulk(caller.id, params.id)),
    ),
    on(contract.undoBulk, async ({ caller, params, request }) => {
      const run = await ports.undoBulk(caller.id, params.id);
      setDetail(request, `undo ${run.kind} ${run.total} links`);
      return shown(run);
    }),
  ];
}

function shown(run: BulkRun): Answer<typeof contract.showBulk> {
  return { ...run, action: run.kind };
}
