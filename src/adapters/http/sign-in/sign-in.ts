import * as contract from '#contract/accounts/sign-in';
import { verifyEmail } from '#core/accounts/email-proofs';
import { requestReset, resetPassword } from '#core/accounts/passwords/reset-password';
import type { AccountPorts } from '#core/accounts/ports';
import { register } from '#core/accounts/register';
import { logIn } from '#core/accounts/sign-in/log-in';
import { endSession } from '#core/accounts/sign-in/session';
import type { User } from '#core/accounts/user';
import { setAccount, setActor } from '#adapters/http/frame/request-subject';
import { type Mountable, on } from '#adapters/http/frame/on';
import { type Clients, cookiesOf, requesterOf, visitorOf } from './login-visitor.ts';
import { notSignedIn, userOf } from './signed-in.ts';

type SignInClients = Clients & {
  /** Whether the person runs this instance; without it nobody does. */
  isOperator?(user: User): boolean;
};

/** The response to a request for a reset link. It does not depend on whether the account exists. */
const requested = {
  message: 'If an account has this address, we sent a link to reset its password.',
};

/** Opens accounts, signs people in and out, and handles the links in mails. */
export function signInRoutes(ports: AccountPorts, clients: SignInClients): Mountable[] {
  const { session, devices } = clients;
  const { cookie } = session;

  return [
    on(contract.register, async ({ body, request, headers }) => {
      const signedIn = await register(ports, visitorOf(clients, request), body);
      setActor(request, 'session', signedIn.user.id);
      headers['set-cookie'] = cookiesOf(clients, request, signedIn);
      return signedIn.user;
    }),
    on(contract.logIn, async ({ body, request, headers }) => {
      setAccount(request, { kind: 'named', email: body.email });
      const signedIn = await logIn(ports, visitorOf(clients, request), body);
      setActor(request, 'session', signedIn.user.id);
      headers['set-cookie'] = cookiesOf(clients, request, signedIn);
      return { user: signedIn.user };
    }),
    on(contract.logOut, async ({ request, headers }) => {
      const user = await userOf(session, request);
      if (user !== null) setActor(request, 'session', user.id);
      await endSession(ports, cookie.read(request));
      headers['set-cookie'] = cookie.takeAway;
    }),
    on(contract.readUser, async ({ request, headers }) => {
      const user = await userOf(session, request);
      if (user !== null) {
        return { ...user, ...(clients.isOperator?.(user) && ({ isOperator: true } as const)) };
      }
      headers['set-cookie'] = cookie.takeAway;
      throw notSignedIn();
    }),

    on(contract.forgotPassword, async ({ body, request }) => {
      setAccount(request, { kind: 'named', email: body.email });
      await requestReset(ports, requesterOf(clients, request), body.email);
      return requested;
    }),
    on(contract.resetPassword, async ({ body, request, headers }) => {
      const userId = await resetPassword(ports, body.token, body.newPassword);
      setAccount(request, { kind: 'known', userId });
      headers['set-cookie'] = devices.give(request, userId);
    }),
    on(contract.verifyEmail, async ({ body, request, headers }) => {
      const user = await userOf(session, request);
      const userId = await verifyEmail(ports, body.token, cookie.read(request));
      setAccount(request, { kind: 'known', userId });
      // A changed address makes every browser unknown; the one that stays signed in is known again.
      if (user?.id === userId) headers['set-cookie'] = devices.give(request, userId);
    }),
  ];
}
