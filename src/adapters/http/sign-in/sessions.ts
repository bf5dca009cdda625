import * as signIn from '#contract/sign-in';
import type { AccountPorts } from '#core/accounts/ports';
import { endOtherSessions, listSessions } from '#core/accounts/sign-in/active-sessions';
import type { DeviceCookie } from '#adapters/http/cookies/device-cookie';
import { type Mountable, on } from '#adapters/http/frame/on';
import { sessionToken, type SignedInPorts } from './signed-in.ts';

type SessionPorts = Pick<
  AccountPorts,
  'sessions' | 'waysInto' | 'describeAgent' | 'digest' | 'clock'
>;

type Cookies = {
  readonly session: SignedInPorts;
  readonly devices: Pick<DeviceCookie, 'give'>;
};

/** The ways to sign in to a person's account, their sessions, and how to end them remotely. */
export function sessionRoutes(ports: SessionPorts, { session, devices }: Cookies): Mountable[] {
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
