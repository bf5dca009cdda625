import { Elysia } from 'elysia';
import type { BulkRun } from '#core/links/bulk/bulk-run';
import type { startBulk } from '#core/links/bulk/start-bulk';
import type { findBulk, undoBulk } from '#core/links/bulk/undo-bulk';
import { setDetail } from '#adapters/http/frame/concerned';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';
import { bulkBody, bulkChange, bulkSelection } from './bulk-body.ts';

export type BulkRoutesPorts = {
  readonly session: SignedInPorts;
  readonly startBulk: ReturnType<typeof startBulk>;
  readonly findBulk: ReturnType<typeof findBulk>;
  readonly undoBulk: ReturnType<typeof undoBulk>;
  /** Limits how many selections are read at once. */
  readonly heavy: HeavyAnswers;
};

/** A bulk action in responses. */
export type BulkJson = {
  readonly id: string;
  readonly action: BulkRun['kind'];
  readonly state: BulkRun['state'];
  /** Selected links. */
  readonly total: number;
  /** Links that were changed so far: the others had the wanted state, or are gone. */
  readonly changed: number;
  /** When a waiting deletion begins. */
  readonly dueAt: string;
  readonly undoUntil: string | null;
};

/** Actions on many links. POST answers 202 with the action, which may have ended by then. */
export function bulkRoutes(ports: BulkRoutesPorts) {
  return new Elysia({ name: 'bulk' })
    .use(signedIn(ports.session))
    .post(
      '/api/links/bulk',
      async ({ user, body, request, set }) => {
        const [change, selection] = [bulkChange(body), bulkSelection(body)];
        const run = await ports.heavy.run({ userId: user.id, request }, () =>
          ports.startBulk(user, { change, selection }),
        );
        setDetail(request, `${run.kind} ${run.total} links`);
        set.status = 202;
        return bulkJson(run);
      },
      { body: bulkBody },
    )
    .get('/api/links/bulk/:id', async ({ user, params }) =>
      bulkJson(await ports.findBulk(user.id, params.id)),
    )
    .post('/api/links/bulk/:id/undo', async ({ user, params, request }) => {
      const run = await ports.undoBulk(user.id, params.id);
      setDetail(request, `undo ${run.kind} ${run.total} links`);
      return bulkJson(run);
    });
}

function bulkJson({ id, kind, state, total, changed, dueAt, undoUntil }: BulkRun): BulkJson {
  const until = undoUntil?.toISOString() ?? null;
  return { id, action: kind, state, total, changed, dueAt: dueAt.toISOString(), undoUntil: until };
}
