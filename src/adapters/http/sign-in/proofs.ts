import { Elysia } from 'elysia';
import { z } from 'zod';
import type { VerifyEmail } from '#core/accounts/emails/verify-email';
import { setAccount } from '#adapters/http/frame/concerned';
import type { DeviceCookie } from '#adapters/http/cookies/device-cookie';
import { userOf, type SignedInPorts } from './signed-in.ts';

export type ProofRoutesPorts = {
  readonly session: SignedInPorts;
  readonly devices: Pick<DeviceCookie, 'give'>;
  readonly verifyEmail: VerifyEmail;
};

const verifyBody = z.object({
  token: z.string('The link is incomplete').max(200, 'The link is incomplete'),
});

/** Proofs of addresses. */
export function proofRoutes({ session, devices, verifyEmail }: ProofRoutesPorts) {
  return new Elysia({ name: 'proofs' }).post(
    '/api/auth/verify-email',
    async ({ body, request, set }) => {
      const user = await userOf(session, request);
      const userId = await verifyEmail(body.token, session.cookie.read(request));
      setAccount(request, { kind: 'known', userId });
      set.status = 204;
      // A changed address makes every browser unknown; the one that stays signed in is known again.
      if (user?.id === userId) set.headers['set-cookie'] = devices.give(request, userId);
    },
    { body: verifyBody },
  );
}
