import type { ResetRequester } from '#core/accounts/passwords/reset-password';
import type { LoginVisitor, SignedIn } from '#core/accounts/sign-in/log-in';
import { addressNetwork } from '#adapters/http/frame/client-address';
import type { DeviceCookie } from '#adapters/http/cookies/device-cookie';
import type { SignedInPorts } from './signed-in.ts';

/** How the routes of accounts know clients: by their sessions, browsers and network addresses. */
export type Clients = {
  readonly session: SignedInPorts;
  readonly devices: DeviceCookie;
  /** The client's network address; empty when unknown. */
  addressOf(request: Request): string;
};

/** Reads where a request comes from, and what its browser brings of earlier sign-ins. */
export function requesterOf({ devices, addressOf }: Clients, request: Request): ResetRequester {
  return {
    address: addressNetwork(addressOf(request)),
    provesDevice: devices.read(request),
  };
}

/** Reads the visitor of a sign-in: the network address, the session, and the browser's proofs. */
export function visitorOf(clients: Clients, request: Request): LoginVisitor {
  const userAgent = request.headers.get('user-agent') ?? '';
  return {
    ...requesterOf(clients, request),
    token: clients.session.cookie.read(request),
    userAgent: userAgent.isWellFormed() ? userAgent : '',
  };
}

/** The Set-Cookie values of a new session, by which its account also knows the browser. */
export function cookiesOf(
  { session, devices }: Clients,
  request: Request,
  { user, token }: SignedIn,
): string[] {
  return [session.cookie.give(token), devices.give(request, user.id)];
}
