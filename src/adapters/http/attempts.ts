import { Elysia } from 'elysia';
import { z } from 'zod';
import { type Attempt, attemptReasons } from '#core/conversions/attempt';
import type { listAttempts } from '#core/conversions/list-attempts';
import { signedIn, type SignedInPorts } from './signed-in.ts';

export type AttemptRoutesPorts = {
  readonly session: SignedInPorts;
  readonly listAttempts: ReturnType<typeof listAttempts>;
};

/** A report as its link's owner sees it. */
export type AttemptJson = Omit<Attempt, 'linkId' | 'atMs' | 'reason'> & {
  readonly at: string;
  /** A sentence for people; empty when there is nothing to say. */
  readonly reason: string;
};

const asked = z.object({ linkId: z.string('Give the id of one of your links') });

/** What came in for a link lately, with what became of it and why. */
export function attemptRoutes({ session, listAttempts: list }: AttemptRoutesPorts) {
  return new Elysia({ name: 'attempts' })
    .use(signedIn(session))
    .get(
      '/api/conversions/attempts',
      async ({ user, query }) => (await list(user.id, query.linkId)).map(attemptJson),
      { query: asked },
    );
}

function attemptJson(attempt: Attempt): AttemptJson {
  return {
    at: new Date(attempt.atMs).toISOString(),
    source: attempt.source,
    outcome: attempt.outcome,
    reason: attemptReasons[attempt.reason],
    eventType: attempt.eventType,
    value: attempt.value,
    currency: attempt.currency,
    orderId: attempt.orderId,
    hasClickId: attempt.hasClickId,
  };
}
