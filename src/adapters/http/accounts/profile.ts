import { listActivity } from '#contract/accounts/activity';
import * as apiKeys from '#contract/accounts/api-keys';
import * as profile from '#contract/accounts/profile';
import * as signIn from '#contract/accounts/sign-in';
import { changeApiKey, createApiKey, rotateApiKey } from '#core/accounts/api-keys';
import { changeProfile, rename } from '#core/accounts/change-profile';
import { resendVerification } from '#core/accounts/email-proofs';
import {
  changePassword,
  type Claimant,
  deleteAccount,
  reauthenticate,
} from '#core/accounts/passwords/own-password';
import type { AccountPorts } from '#core/accounts/ports';
import { endOtherSessions, listSessions } from '#core/accounts/sign-in/session';
import type { User } from '#core/accounts/user';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { type Mountable, on } from '#adapters/http/frame/on';
import { pageOfList, pageOfNewest } from '#adapters/http/paging/page-of-list';
import type { Clients } from '#adapters/http/sign-in/login-visitor';
import { sessionToken, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

/** A person's own account: who they are, how they sign in, and what happened to it. */
export function profileRoutes(ports: AccountPorts, clients: Clients): Mountable[] {
  return [
    ...selfRoutes(ports, clients),
    ...addressRoutes(ports),
    ...sessionRoutes(ports, clients),
    ...apiKeyRoutes(ports, clients.session),
    on(listActivity, async ({ caller, query }) =>
      pageOfNewest(await ports.activity.newest(caller.id), query, {
        name: 'activity',
        positionOf: ({ id }) => [Number(id)],
      }),
    ),
  ];
}

/** A person's changes of their own account, and renewed proofs of who they are. */
function selfRoutes(ports: AccountPorts, { session, devices, addressOf }: Clients): Mountable[] {
  const claimantOf = (user: User, request: Request): Claimant => ({
    user,
    address: addressNetwork(addressOf(request)),
    token: sessionToken(session, request),
  });

  return [
    on(profile.showAccount, async ({ caller }) => caller),
    on(profile.rename, ({ caller, body }) => rename(ports, caller, body)),
    on(profile.changeProfile, ({ caller, body, request }) =>
      changeProfile(ports, { user: caller, token: sessionToken(session, request) }, body),
    ),
    on(profile.changePassword, async ({ caller, body, request, headers }) => {
      await changePassword(ports, claimantOf(caller, request), body);
      headers['set-cookie'] = devices.give(request, caller.id);
    }),
    on(profile.deleteAccount, async ({ caller, body, request, headers }) => {
      await deleteAccount(ports, claimantOf(caller, request), body.password);
      headers['set-cookie'] = session.cookie.takeAway;
    }),
    on(profile.reauthenticate, async ({ caller, body, request, headers }) => {
      await reauthenticate(ports, claimantOf(caller, request), body.password);
      headers['set-cookie'] = devices.give(request, caller.id);
    }),
  ];
}

/** The proof of a person's address, and a change of it that is not proven yet. */
function addressRoutes(ports: AccountPorts): Mountable[] {
  const now = () => new Date(ports.clock.now());
  return [
    on(profile.readEmailChange, async ({ caller }) => ({
      email: await ports.proofs.pendingChange(caller.id, now()),
    })),
    on(profile.cancelEmailChange, ({ caller }) => ports.proofs.cancelChange(caller.id, now())),
    on(profile.resendVerification, async ({ caller }) => {
      await resendVerification(ports, caller);
      return { message: 'We sent a link to confirm your email address.' };
    }),
  ];
}

/** The ways to sign in to a person's account, their sessions, and how to end them remotely. */
function sessionRoutes(ports: AccountPorts, { session, devices }: Clients): Mountable[] {
  const tokenOf = (request: Request) => sessionToken(session, request);
  return [
    on(signIn.listSignInWays, ({ caller }) => ports.waysInto(caller.id)),
    on(signIn.listSessions, ({ caller: { id }, request }) =>
      listSessions(ports, { id, token: tokenOf(request) }),
    ),
    on(signIn.endOtherSessions, async ({ caller: { id }, request, headers }) => {
      await endOtherSessions(ports, { id, token: tokenOf(request) });
      headers['set-cookie'] = devices.give(request, id);
    }),
    on(signIn.endSession, ({ caller, params }) => ports.sessions.end(caller.id, params.session)),
  ];
}

type KeyPorts = Parameters<typeof createApiKey>[0];

/** An account's API keys. A session makes and changes them: a key cannot create other keys. */
export function apiKeyRoutes(ports: KeyPorts, session: SignedInPorts): Mountable[] {
  const { keys } = ports;
  const ownerOf = (caller: User, request: Request) => ({
    ...caller,
    token: sessionToken(session, request),
  });
  return [
    on(apiKeys.showCurrentKey, ({ caller, keyId }) => keys.find(caller.id, keyId)),
    on(apiKeys.revokeCurrentKey, ({ caller, keyId }) => keys.remove(caller.id, keyId)),
    on(apiKeys.listKeys, async ({ caller, query }) =>
      pageOfList(await keys.of(caller.id), query, {
        name: 'keys',
        positionOf: ({ createdAt, id }) => [createdAt.getTime(), id],
        isDescending: true,
      }),
    ),
    on(apiKeys.createKey, ({ caller, body, request }) =>
      createApiKey(ports, ownerOf(caller, request), body),
    ),
    on(apiKeys.changeKey, ({ caller, params, body, request }) =>
      changeApiKey(ports, ownerOf(caller, request), { keyId: params.id, changes: body }),
    ),
    on(apiKeys.rotateKey, ({ caller, params, request }) =>
      rotateApiKey(ports, ownerOf(caller, request), params.id),
    ),
    on(apiKeys.revokeAllKeys, ({ caller }) => keys.removeAll(caller.id)),
    on(apiKeys.revokeKey, ({ caller, params }) => keys.remove(caller.id, params.id)),
  ];
}
