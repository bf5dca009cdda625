import { Elysia } from 'elysia';
import { z } from 'zod';
import { type Attempt, attemptReasons } from '#core/conversions/reports/attempt';
import type { listAttempts, listUntrackedAttempts } from '#core/conversions/reports/list-attempts';
import { urlOfName } from '#core/links/link-domain';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type AttemptRoutesPorts = {
  readonly session: SignedInPorts;
  readonly listAttempts: ReturnType<typeof listAttempts>;
  readonly listUntrackedAttempts: ReturnType<typeof listUntrackedAttempts>;
  /** The address of short links. */
  readonly shortOrigin: string;
};

/** A report as its link's owner sees it. */
export type AttemptJson = Omit<Attempt, 'linkId' | 'atMs' | 'reason'> & {
  readonly at: string;
  /** A sentence for people; may be empty. */
  readonly reason: string;
};

/** A report for a link whose conversion tracking is off. */
export type UntrackedAttemptJson = AttemptJson & {
  readonly link: { readonly id: string; readonly shortUrl: string };
};

const asked = z.object({ linkId: z.string('Send the id of one of your links') });

/** Recent reports and their results, for a link or for all links without conversion tracking. */
export function attemptRoutes(ports: AttemptRoutesPorts) {
  const { session, shortOrigin, listAttempts: list, listUntrackedAttempts: untracked } = ports;
  return new Elysia({ name: 'attempts' })
    .use(signedIn(session))
    .get(
      '/api/conversions/attempts',
      async ({ user, query }) => (await list(user.id, query.linkId)).map(attemptJson),
      { query: asked },
    )
    .get('/api/conversions/attempts/untracked', async ({ user }) =>
      (await untracked(user.id)).map(({ linkName, ...attempt }): UntrackedAttemptJson => {
        const link = { id: attempt.linkId, shortUrl: urlOfName(shortOrigin, linkName) };
        return { ...attemptJson(attempt), link };
      }),
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
