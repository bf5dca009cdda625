import * as contract from '#contract/sign-in';
import type { VerifyEmail } from '#core/accounts/emails/verify-email';
import { setAccount } from '#adapters/http/frame/concerned';
import { type Mountable, on } from '#adapters/http/frame/on';
import type { DeviceCookie } from '#adapters/http/cookies/device-cookie';
import { userOf, type SignedInPorts } from './signed-in.ts';

export type ProofRoutesPorts = {
  readonly session: SignedInPorts;
  readonly devices: Pick<DeviceCookie, 'give'>;
  readonly verifyEmail: VerifyEmail;
};

/** Proofs of addresses. */
export function proofRoutes({ session, devices, verifyEmail }: ProofRoutesPorts): Mountable[] {
  return [
    on(contract.verifyEmail, async ({ body, request, headers }) => {
      const user = await userOf(session, request);
      const userId = await verifyEmail(body.token, session.cookie.read(request));
      setAccount(request, { kind: 'known', userId });
      // A changed address makes every browser unknown; the one that stays signed in is known again.
      if (user?.id === userId) headers['set-cookie'] = devices.give(request, userId);
    }),
  ];
}
