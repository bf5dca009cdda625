import * as contract from '#contract/sign-in';
import type { LogIn } from '#core/accounts/sign-in/log-in';
import type { LogOut } from '#core/accounts/sign-in/log-out';
import type { Register } from '#core/accounts/register';
import type { User } from '#core/accounts/user';
import { setAccount, setActor } from '#adapters/http/frame/concerned';
import { type Mountable, on } from '#adapters/http/frame/on';
import type { DeviceCookie } from '#adapters/http/cookies/device-cookie';
import { loginVisitor } from '#adapters/http/sign-in/login-visitor';
import { notSignedIn, userOf, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

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

const operator = { isOperator: true } as const;

/** Opens accounts, signs people in and out, and returns who is signed in. */
export function accountRoutes(ports: AccountRoutesPorts): Mountable[] {
  const { session, devices, register, logIn, logOut, addressOf } = ports;
  const { cookie } = session;
  const visitorOf = loginVisitor({ cookie, devices, addressOf });

  return [
    on(contract.register, async ({ body, request, headers }) => {
      const { user, token } = await register(body, visitorOf(request));
      setActor(request, 'session', user.id);
      headers['set-cookie'] = [cookie.give(token), devices.give(request, user.id)];
      return user;
    }),
    on(contract.logIn, async ({ body, request, headers }) => {
      setAccount(request, { kind: 'named', email: body.email });
      const { user, token } = await logIn(body, visitorOf(request));
      setActor(request, 'session', user.id);
      headers['set-cookie'] = [cookie.give(token), devices.give(request, user.id)];
      return { user };
    }),
    on(contract.logOut, async ({ request, headers }) => {
      const token = cookie.read(request);
      const user = await userOf(session, request);
      if (user !== null) setActor(request, 'session', user.id);
      if (token !== null) await logOut(token);
      headers['set-cookie'] = cookie.takeAway;
    }),
    on(contract.readUser, async ({ request, headers }) => {
      const user = await userOf(session, request);
      if (user !== null) return { ...user, ...(ports.isOperator?.(user) && operator) };
      headers['set-cookie'] = cookie.takeAway;
      throw notSignedIn();
    }),
  ];
}
