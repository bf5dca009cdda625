import * as profile from '#contract/profile';
import type { changeProfile } from '#core/accounts/change-profile';
import type { deleteAccount } from '#core/accounts/delete-account';
import type { cancelEmailChange, pendingEmail } from '#core/accounts/emails/change-email';
import type { resendVerification } from '#core/accounts/emails/resend-verification';
import type { changePassword } from '#core/accounts/passwords/change-password';
import type { reauthenticate } from '#core/accounts/sign-in/reauthenticate';
import type { DeviceCookie } from '#adapters/http/cookies/device-cookie';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { type Mountable, on } from '#adapters/http/frame/on';
import { sessionToken, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type ProfileRoutesPorts = {
  readonly session: SignedInPorts;
  readonly devices: Pick<DeviceCookie, 'give'>;
  readonly changeProfile: ReturnType<typeof changeProfile>;
  readonly changePassword: ReturnType<typeof changePassword>;
  readonly deleteAccount: ReturnType<typeof deleteAccount>;
  readonly pendingEmail: ReturnType<typeof pendingEmail>;
  readonly cancelEmailChange: ReturnType<typeof cancelEmailChange>;
  readonly resendVerification: ReturnType<typeof resendVerification>;
  readonly reauthenticate: ReturnType<typeof reauthenticate>;
  /** The client's network address; empty when unknown. */
  addressOf(request: Request): string;
};

/** A person's changes of their own account, and renewed proofs of who they are. */
export function profileRoutes(ports: ProfileRoutesPorts): Mountable[] {
  const { session, devices } = ports;
  const originOf = (request: Request) => ({
    address: addressNetwork(ports.addressOf(request)),
    token: sessionToken(session, request),
  });

  return [
    on(profile.changeProfile, ({ caller, body, request }) =>
      ports.changeProfile(caller, body, sessionToken(session, request)),
    ),
    on(profile.changePassword, async ({ caller, body, request, headers }) => {
      await ports.changePassword(caller, body, originOf(request));
      headers['set-cookie'] = devices.give(request, caller.id);
    }),
    on(profile.deleteAccount, async ({ caller, body, request, headers }) => {
      await ports.deleteAccount(caller, body.password, originOf(request));
      headers['set-cookie'] = session.cookie.takeAway;
    }),
    on(profile.reauthenticate, async ({ caller, body, request, headers }) => {
      await ports.reauthenticate(caller, body.password, originOf(request));
      headers['set-cookie'] = devices.give(request, caller.id);
    }),

    on(profile.readEmailChange, async ({ caller }) => ({
      email: await ports.pendingEmail(caller.id),
    })),
    on(profile.cancelEmailChange, ({ caller }) => ports.cancelEmailChange(caller.id)),
    on(profile.resendVerification, async ({ caller }) => {
      await ports.resendVerification(caller);
      return { message: 'We sent a link to confirm your email address.' };
    }),
  ];
}
