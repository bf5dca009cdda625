import { Elysia } from 'elysia';
import type { changePassword } from '#core/accounts/change-password';
import type { changeProfile } from '#core/accounts/change-profile';
import type { deleteAccount } from '#core/accounts/delete-account';
import { addressNetwork } from './client-address.ts';
import { farewellBody, newPasswordBody, profileBody } from './profile-body.ts';
import { sessionToken, signedIn, type SignedInPorts } from './signed-in.ts';
import { userJson } from './user-json.ts';

export type ProfileRoutesPorts = {
  readonly session: SignedInPorts;
  readonly changeProfile: ReturnType<typeof changeProfile>;
  readonly changePassword: ReturnType<typeof changePassword>;
  readonly deleteAccount: ReturnType<typeof deleteAccount>;
  /** The network address that a request comes from; empty when unknown. */
  addressOf(request: Request): string;
};

/** What people do to their own account. */
export function profileRoutes(ports: ProfileRoutesPorts) {
  const { cookie } = ports.session;
  const networkOf = (request: Request) => addressNetwork(ports.addressOf(request));

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
        const token = sessionToken(ports.session, request);
        await ports.changePassword(user, body, { address: networkOf(request), token });
        set.status = 204;
      },
      { body: newPasswordBody },
    )
    .delete(
      '/api/profile',
      async ({ user, body, request, set }) => {
        await ports.deleteAccount(user, body.password, networkOf(request));
        set.status = 204;
        set.headers['set-cookie'] = cookie.takeAway;
      },
      { body: farewellBody },
    );
}
