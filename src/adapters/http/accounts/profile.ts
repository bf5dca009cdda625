import { Elysia } from 'elysia';
import type { changePassword } from '#core/accounts/passwords/change-password';
import type { changeProfile } from '#core/accounts/change-profile';
import type { deleteAccount } from '#core/accounts/delete-account';
import { addressNetwork } from '#adapters/http/frame/client-address';
import type { DeviceCookie } from '#adapters/http/cookies/device-cookie';
import { farewellBody, newPasswordBody, profileBody } from './profile-body.ts';
import { sessionToken, signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';
import { userJson } from './user-json.ts';

export type ProfileRoutesPorts = {
  readonly session: SignedInPorts;
  readonly devices: Pick<DeviceCookie, 'give'>;
  readonly changeProfile: ReturnType<typeof changeProfile>;
  readonly changePassword: ReturnType<typeof changePassword>;
  readonly deleteAccount: ReturnType<typeof deleteAccount>;
  /** The client's network address; empty when unknown. */
  addressOf(request: Request): string;
};

/** A person's changes of their own account. */
export function profileRoutes(ports: ProfileRoutesPorts) {
  const { cookie } = ports.session;
  const originOf = (request: Request) => ({
    address: addressNetwork(ports.addressOf(request)),
    token: sessionToken(ports.session, request),
  });

  return new Elysia({ name: 'profile' })
    .use(signedIn(ports.session))
    .put(
      '/api/profile',
      async ({ user, body, request }) => {
        const token = sessionToken(ports.session, request);
        return userJson(await ports.changeProfile(user, body, token));
      },
      { body: profileBody },
    )
    .put(
      '/api/profile/password',
      async ({ user, body, request, set }) => {
        await ports.changePassword(user, body, originOf(request));
        set.status = 204;
        set.headers['set-cookie'] = ports.devices.give(request, user.id);
      },
      { body: newPasswordBody },
    )
    .delete(
      '/api/profile',
      async ({ user, body, request, set }) => {
        await ports.deleteAccount(user, body.password, originOf(request));
        set.status = 204;
        set.headers['set-cookie'] = cookie.takeAway;
      },
      { body: farewellBody },
    );
}
