import { Elysia } from 'elysia';
import { z } from 'zod';
import type { cancelEmailChange, pendingEmail } from '#core/accounts/emails/change-email';
import type { reauthenticate } from '#core/accounts/sign-in/reauthenticate';
import type { resendVerification } from '#core/accounts/emails/resend-verification';
import type { VerifyEmail } from '#core/accounts/emails/verify-email';
import { password } from '#adapters/http/accounts/account-body';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { setAccount } from '#adapters/http/frame/concerned';
import type { DeviceCookie } from '#adapters/http/cookies/device-cookie';
import { sessionToken, signedIn, userOf, type SignedInPorts } from './signed-in.ts';

export type ProofRoutesPorts = {
  readonly session: SignedInPorts;
  readonly devices: Pick<DeviceCookie, 'give'>;
  readonly verifyEmail: VerifyEmail;
  readonly resendVerification: ReturnType<typeof resendVerification>;
  readonly reauthenticate: ReturnType<typeof reauthenticate>;
  readonly pendingEmail: ReturnType<typeof pendingEmail>;
  readonly cancelEmailChange: ReturnType<typeof cancelEmailChange>;
  /** The client's network address; empty when unknown. */
  addressOf(request: Request): string;
};

/** The address that becomes the account's once its link is opened; null when none is pending. */
export type EmailChangeJson = { readonly email: string | null };

const verifyBody = z.object({
  token: z.string('The link is incomplete').max(200, 'The link is incomplete'),
});

const reauthenticationBody = z.object({ password });

/** Proofs of addresses, and renewed proofs of a session's person. */
export function proofRoutes(ports: ProofRoutesPorts) {
  const { session, addressOf } = ports;

  return new Elysia({ name: 'proofs' })
    .post(
      '/api/auth/verify-email',
      async ({ body, request, set }) => {
        const user = await userOf(session, request);
        const userId = await ports.verifyEmail(body.token, session.cookie.read(request));
        setAccount(request, { kind: 'known', userId });
        set.status = 204;
        // A changed address makes every browser unknown; the one that stays signed in is known again.
        if (user?.id === userId) set.headers['set-cookie'] = ports.devices.give(request, userId);
      },
      { body: verifyBody },
    )
    .use(signedIn(session))
    .post('/api/auth/resend-verification', async ({ user, set }) => {
      await ports.resendVerification(user);
      set.status = 202;
      return { message: 'We sent a link to confirm your email address.' };
    })
    .post(
      '/api/auth/reauthenticate',
      async ({ user, body, request, set }) => {
        const address = addressNetwork(addressOf(request));
        const token = sessionToken(session, request);
        await ports.reauthenticate(user, body.password, { address, token });
        set.status = 204;
        set.headers['set-cookie'] = ports.devices.give(request, user.id);
      },
      { body: reauthenticationBody },
    )
    .get('/api/profile/email-change', async ({ user }): Promise<EmailChangeJson> => {
      return { email: await ports.pendingEmail(user.id) };
    })
    .delete('/api/profile/email-change', async ({ user, set }) => {
      await ports.cancelEmailChange(user.id);
      set.status = 204;
    });
}
