import * as contract from '#contract/sign-in';
import type { BeginSocialLogin } from '#core/accounts/sign-in/begin-social-login';
import type { FinishSocialLogin, NotSignedIn } from '#core/accounts/sign-in/finish-social-login';
import { setActor } from '#adapters/http/frame/concerned';
import { type Mountable, on } from '#adapters/http/frame/on';
import type { DeviceCookie } from '#adapters/http/cookies/device-cookie';
import { loginVisitor } from './login-visitor.ts';
import { nextPath } from './next-path.ts';
import type { SessionCookie } from '#adapters/http/cookies/session-cookie';
import type { TicketCookie } from '#adapters/http/cookies/ticket-cookie';

export type SocialLoginRoutesPorts = {
  readonly session: { readonly cookie: SessionCookie };
  readonly devices: DeviceCookie;
  readonly ticketCookie: TicketCookie;
  readonly beginSocialLogin: BeginSocialLogin;
  readonly finishSocialLogin: FinishSocialLogin;
  /** The client's network address; empty when unknown. */
  addressOf(request: Request): string;
};

/**
 * Sign-in at a provider. The browser leaves with a ticket, and comes back with a session, or to the
 * login page with `provider` and `problem` in its query. A provider that is not configured answers
 * 404.
 */
export function socialLoginRoutes(ports: SocialLoginRoutesPorts): Mountable[] {
  const { session, devices, ticketCookie, beginSocialLogin, finishSocialLogin } = ports;
  const { cookie } = session;
  const visitorOf = loginVisitor({ ...ports, cookie });

  const begin = async (provider: contract.SocialProvider, next = '/'): Promise<Response> => {
    const begun = await beginSocialLogin(provider, nextPath(next));
    if (begun.kind === 'away') return goTo(problemUrl(provider, 'away'));
    return goTo(begun.url, ticketCookie.give(begun.ticket));
  };
  const finish = async (provider: contract.SocialProvider, { query, request }: Returned) => {
    const back = { provider, query, ticket: ticketCookie.read(request) };
    const finished = await finishSocialLogin(back, visitorOf(request));
    const { takeAway } = ticketCookie;
    if (finished.kind === 'refused') return goTo(problemUrl(provider, finished.reason), takeAway);
    const { user, token, next } = finished;
    setActor(request, 'session', user.id);
    return goTo(next, takeAway, cookie.give(token), devices.give(request, user.id));
  };

  return [
    on(contract.goToGoogle, ({ query }) => begin('google', query.next)),
    on(contract.returnFromGoogle, (call) => finish('google', call)),
    on(contract.goToFacebook, ({ query }) => begin('facebook', query.next)),
    on(contract.returnFromFacebook, (call) => finish('facebook', call)),
  ];
}

type Returned = {
  readonly query: Readonly<Record<string, string>>;
  readonly request: Request;
};

function problemUrl(provider: contract.SocialProvider, problem: NotSignedIn): string {
  return `/login?provider=${provider}&problem=${problem}`;
}

function goTo(location: string, ...cookies: string[]): Response {
  const headers = new Headers({ location });
  cookies.forEach((cookie) => headers.append('set-cookie', cookie));
  return new Response(null, { status: 302, headers });
}
