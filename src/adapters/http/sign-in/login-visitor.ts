import type { LoginVisitor } from '#core/accounts/sign-in/log-in';
import { addressNetwork } from '#adapters/http/frame/client-address';
import type { DeviceCookie } from '#adapters/http/cookies/device-cookie';
import type { SessionCookie } from '#adapters/http/cookies/session-cookie';

export type LoginVisitorPorts = {
  readonly cookie: Pick<SessionCookie, 'read'>;
  readonly devices: Pick<DeviceCookie, 'read'>;
  /** The client's network address; empty when unknown. */
  addressOf(request: Request): string;
};

/** Reads where a request comes from, and what its browser brings of earlier sign-ins. */
export function requesterOf({ devices, addressOf }: Omit<LoginVisitorPorts, 'cookie'>) {
  return (request: Request) => ({
    address: addressNetwork(addressOf(request)),
    provesDevice: devices.read(request),
  });
}

/** Reads the visitor of a sign-in: the network address, the session, and the browser's proofs. */
export function loginVisitor({ cookie, ...ports }: LoginVisitorPorts) {
  const requester = requesterOf(ports);

  return (request: Request) => {
    const userAgent = request.headers.get('user-agent') ?? '';
    return {
      ...requester(request),
      token: cookie.read(request),
      userAgent: userAgent.isWellFormed() ? userAgent : '',
    } satisfies LoginVisitor;
  };
}
