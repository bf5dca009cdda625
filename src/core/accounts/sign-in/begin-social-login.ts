import type { RandomBytes } from '#core/shared/ids';
import { notFound } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import type { IdentityProviders, SocialProvider } from './social-identity.ts';
import { closeTicket, newTicket, type TicketSeal } from './social-ticket.ts';

export type BeginSocialLoginPorts = {
  readonly providers: IdentityProviders;
  readonly ticketSeal: TicketSeal;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
};

/** Where the browser goes, and what it has to bring back; or that the provider is away. */
export type BegunLogin =
  | { readonly kind: 'begun'; readonly address: string; readonly ticket: string }
  | { readonly kind: 'away' };

/**
 * Begins a login at a provider. Nothing is kept of it but the ticket, which is the browser's.
 * Refuses `not_found` for a provider that is not set up. `next` is a path of ours.
 */
export type BeginSocialLogin = (provider: SocialProvider, next: string) => Promise<BegunLogin>;

export function beginSocialLogin(ports: BeginSocialLoginPorts): BeginSocialLogin {
  return async (provider, next) => {
    const there = ports.providers[provider];
    if (!there) throw notFound();

    const ticket = newTicket(ports, { provider, startedAtMs: ports.clock.now(), next });
    const address = await there.addressFor(ticket);
    if (address === null) return { kind: 'away' };
    return { kind: 'begun', address, ticket: closeTicket(ports.ticketSeal, ticket) };
  };
}
