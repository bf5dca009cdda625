import type { RandomBytes } from '#core/shared/ids';
import { notFound } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import type { SocialProvider } from '#contract/sign-in';
import type { IdentityProviders } from './social-identity.ts';
import { closeTicket, newTicket, type TicketSeal } from './social-ticket.ts';

export type BeginSocialLoginPorts = {
  readonly providers: IdentityProviders;
  readonly ticketSeal: TicketSeal;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
};

/** The provider's address and the ticket for the browser, or that the provider is away. */
export type BegunLogin =
  | { readonly kind: 'begun'; readonly url: string; readonly ticket: string }
  | { readonly kind: 'away' };

/**
 * Begins a login at a provider. The server stores nothing: the state is in the ticket, which the
 * browser keeps. Refuses `not_found` for a provider that is not configured. `next` is a path of
 * this application.
 */
export type BeginSocialLogin = (provider: SocialProvider, next: string) => Promise<BegunLogin>;

export function beginSocialLogin(ports: BeginSocialLoginPorts): BeginSocialLogin {
  return async (provider, next) => {
    const there = ports.providers[provider];
    if (!there) throw notFound();

    const ticket = newTicket(ports, { provider, startedAtMs: ports.clock.now(), next });
    const url = await there.authorizationUrl(ticket);
    if (url === null) return { kind: 'away' };
    return { kind: 'begun', url, ticket: closeTicket(ports.ticketSeal, ticket) };
  };
}
