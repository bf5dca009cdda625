import { Elysia } from 'elysia';
import type { LogIn } from '#core/accounts/sign-in/log-in';
import type { LogOut } from '#core/accounts/sign-in/log-out';
import type { Register } from '#core/accounts/register';
import type { User } from '#core/accounts/user';
import { loginBody, registrationBody } from './account-body.ts';
import { setAccount, setActor } from '#adapters/http/frame/concerned';
import type { DeviceCookie } from '#adapters/http/cookies/device-cookie';
import { loginVisitor } from '#adapters/http/sign-in/login-visitor';
import { notSignedIn, userOf, type SignedInPorts } from '#adapters/http/sign-in/signed-in';
import { userJson, type UserJson } from './user-json.ts';

export type AccountRoutesPorts = {
  readonly session: SignedInPorts;
  readonly devices: DeviceCookie;
  readonly register: Register;
  readonly logIn: LogIn;
  readonly logOut: LogOut;
  /** The client's network address; empty when unknown. */
  addressOf(request: Request): string;
  /** Whether the person runs this instance; without it nobody does. */
  isOperator?(user: User): boolean;
};

/** The signed-in person; `isOperator` exists only for the people who run this instance. */
export type SignedInJson = UserJson & { readonly isOperator?: true };

const operator = { isOperator: true } as const;

/** Opens accounts, signs people in and out, and returns who is signed in. */
export function accountRoutes(ports: AccountRoutesPorts) {
  const { session, devices, register, logIn, logOut, addressOf } = ports;
  const { cookie } = session;
  const visitorOf = loginVisitor({ cookie, devices, addressOf });

  return new Elysia({ name: 'accounts' })
    .post(
      '/api/register',
      async ({ body, request, set }) => {
        const { user, token } = await register(body, visitorOf(request));
        setActor(request, 'session', user.id);
        set.status = 201;
        set.headers['set-cookie'] = [cookie.give(token), devices.give(request, user.id)];
        return userJson(user);
      },
      { body: registrationBody },
    )
    .post(
      '/api/auth/login',
      async ({ body, request, set }) => {
        setAccount(request, { kind: 'named', email: body.email });
        const { user, token } = await logIn(body, visitorOf(request));
        setActor(request, 'session', user.id);
        set.headers['set-cookie'] = [cookie.give(token), devices.give(request, user.id)];
        return { user: userJson(user) };
      },
      { body: loginBody },
    )
    .post('/api/auth/logout', async ({ request, set }) => {
      const token = cookie.read(request);
      const user = await userOf(session, request);
      if (user !== null) setActor(request, 'session', user.id);
      if (token !== null) await logOut(token);
      set.status = 204;
      set.headers['set-cookie'] = cookie.takeAway;
    })
    .get('/api/auth/user', async ({ request, set }): Promise<SignedInJson> => {
      const user = await userOf(session, request);
      if (user !== null) return { ...userJson(user), ...(ports.isOperator?.(user) && operator) };
      set.headers['set-cookie'] = cookie.takeAway;
      throw notSignedIn();
    });
}
