import type { SocialProvider } from '#contract/accounts/sign-in';
import type { AccountPorts } from '#core/accounts/ports';
import { notFound } from '#core/shared/refusal';
import type { LoginVisitor, SignedIn } from './log-in.ts';
import { receiveSocialLogin } from './receive-social-login.ts';
import type { NotReceived } from './social-accounts.ts';
import {
  closeTicket,
  newTicket,
  openTicket,
  type SocialTicket,
  ticketLifeMs,
} from './social-ticket.ts';

/** The provider's address and the ticket for the browser, or that the provider is away. */
export type BegunLogin =
  | { readonly kind: 'begun'; readonly url: string; readonly ticket: string }
  | { readonly kind: 'away' };

/**
 * Begins a login at a provider. The server stores nothing: the state is in the ticket, which the
 * browser keeps. Refuses `not_found` for a provider that is not configured. `next` is a path of
 * this application.
 */
export async function beginSocialLogin(
  ports: AccountPorts,
  provider: SocialProvider,
  next: string,
): Promise<BegunLogin> {
  const there = ports.providers[provider];
  if (!there) throw notFound();

  const ticket = newTicket(ports, { provider, startedAtMs: ports.clock.now(), next });
  const url = await there.authorizationUrl(ticket);
  if (url === null) return { kind: 'away' };
  return { kind: 'begun', url, ticket: closeTicket(ports.ticketSeal, ticket) };
}

/** A browser's return from a provider. */
export type Return = {
  readonly provider: SocialProvider;
  readonly query: Readonly<Record<string, string>>;
  /** The ticket that the browser got when it left; null when it has none. */
  readonly ticket: string | null;
};

export type NotSignedIn = NotReceived | 'expired' | 'cancelled' | 'untrusted' | 'away';

export type FinishedLogin =
  | (SignedIn & { readonly kind: 'signed_in'; readonly next: string })
  | { readonly kind: 'refused'; readonly reason: NotSignedIn };

/**
 * Signs in a person who returns from a provider. The same browser must bring the ticket that it
 * got, and a ticket works once. The visitor's previous session ends. Refuses `not_found` for a
 * provider that is not configured.
 */
export async function finishSocialLogin(
  ports: AccountPorts,
  visitor: LoginVisitor,
  back: Return,
): Promise<FinishedLogin> {
  const there = ports.providers[back.provider];
  if (!there) throw notFound();
  const ticket = ticketOf(ports, back);
  if (ticket === null) return refused('expired');
  if (ports.returns.waitSeconds(visitor.address, ports.clock.now()) > 0) return refused('too_many');
  if (!(await isFirstUse(ports, ticket))) return refused('expired');

  const found = await there.identify(back.query, ticket);
  if (found.kind === 'untrusted')
    ports.log.warn('the answer of an identity provider was rejected', { why: found.why });
  if (found.kind !== 'identified') return refused(found.kind);
  const received = await receiveSocialLogin(ports, visitor, found.identity);
  return received.kind === 'refused' ? received : { ...received, next: ticket.next };
}

/** The ticket of this return; null when it is too old, belongs to another return, or is invalid. */
function ticketOf(
  { ticketSeal, digest, clock }: AccountPorts,
  { provider, query, ticket: text }: Return,
): SocialTicket | null {
  const ticket = text === null ? null : openTicket(ticketSeal, text);
  if (ticket === null || ticket.provider !== provider) return null;
  if (clock.now() >= ticket.startedAtMs + ticketLifeMs) return null;
  return digest(query['state'] ?? '') === digest(ticket.state) ? ticket : null;
}

function isFirstUse(
  { tickets, digest, clock }: AccountPorts,
  { state, startedAtMs }: SocialTicket,
): Promise<boolean> {
  const until = new Date(startedAtMs + ticketLifeMs);
  return tickets.spend(digest(state), new Date(clock.now()), until);
}

function refused(reason: NotSignedIn): FinishedLogin {
  return { kind: 'refused', reason };
}
