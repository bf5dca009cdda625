import * as contract from '#contract/accounts/sign-in';
import type { AccountPorts } from '#core/accounts/ports';
import {
  beginSocialLogin,
  finishSocialLogin,
  type NotSignedIn,
} from '#core/accounts/sign-in/social-login';
import { setActor } from '#adapters/http/frame/request-subject';
import { type Mountable, on } from '#adapters/http/frame/on';
import type { TicketCookie } from '#adapters/http/cookies/ticket-cookie';
import { type Clients, cookiesOf, visitorOf } from './login-visitor.ts';
import { nextPath } from './next-path.ts';

type SocialClients = Clients & { readonly ticketCookie: TicketCookie };

/**
 * Sign-in at a provider. The browser leaves with a ticket, and comes back with a session, or to the
 * login page with `provider` and `problem` in its query. A provider that is not configured answers
 * 404.
 */
export function socialLoginRoutes(ports: AccountPorts, clients: SocialClients): Mountable[] {
  const { ticketCookie } = clients;

  const begin = async (provider: contract.SocialProvider, next = '/'): Promise<Response> => {
    const begun = await beginSocialLogin(ports, provider, nextPath(next));
    if (begun.kind === 'away') return goTo(problemUrl(provider, 'away'));
    return goTo(begun.url, ticketCookie.give(begun.ticket));
  };
  const finish = async (provider: contract.SocialProvider, { query, request }: Returned) => {
    const back = { provider, query, ticket: ticketCookie.read(request) };
    const finished = await finishSocialLogin(ports, visitorOf(clients, request), back);
    const { takeAway } = ticketCookie;
    if (finished.kind === 'refused') return goTo(problemUrl(provider, finished.reason), takeAway);
    setActor(request, 'session', finished.user.id);
    return goTo(finished.next, takeAway, ...cookiesOf(clients, request, finished));
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
