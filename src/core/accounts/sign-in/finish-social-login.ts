import type { Log } from '#core/shared/log';
import type { RateLimit } from '#core/shared/limits/rate-limit';
import { notFound } from '#core/shared/refusal';
import type { SignedIn, LoginVisitor } from './log-in.ts';
import { receiveSocialLogin, type ReceiveSocialLoginPorts } from './receive-social-login.ts';
import type { NotReceived } from './social-accounts.ts';
import type { SocialProvider } from '#contract/sign-in';
import type { IdentityProviders } from './social-identity.ts';
import { openTicket, type TicketSeal, type SocialTicket, ticketLifeMs } from './social-ticket.ts';

export type FinishSocialLoginPorts = ReceiveSocialLoginPorts & {
  readonly providers: IdentityProviders;
  readonly tickets: {
    /**
     * Marks a state, given its digest, as used. Of concurrent callers exactly one gets true. Also
     * deletes old entries that are not needed after `at`.
     */
    spend(stateDigest: string, at: Date, until: Date): Promise<boolean>;
  };
  /** Limit of returns from providers for one network address. */
  readonly returns: RateLimit;
  readonly ticketSeal: TicketSeal;
  readonly log: Log;
};

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
export type FinishSocialLogin = (back: Return, visitor: LoginVisitor) => Promise<FinishedLogin>;

export function finishSocialLogin(ports: FinishSocialLoginPorts): FinishSocialLogin {
  const { providers, log } = ports;
  const receive = receiveSocialLogin(ports);

  return async (back, visitor) => {
    const there = providers[back.provider];
    if (!there) throw notFound();
    const ticket = ticketOf(ports, back);
    if (ticket === null) return refused('expired');
    if (ports.returns.waitSeconds(visitor.address, ports.clock.now()) > 0) {
      return refused('too_many');
    }
    if (!(await isFirstUse(ports, ticket))) return refused('expired');

    const found = await there.identify(back.query, ticket);
    if (found.kind === 'untrusted')
      log.warn('the answer of an identity provider was rejected', { why: found.why });
    if (found.kind !== 'identified') return refused(found.kind);
    const received = await receive(found.identity, visitor);
    return received.kind === 'refused' ? received : { ...received, next: ticket.next };
  };
}

/** The ticket of this return; null when it is too old, belongs to another return, or is invalid. */
function ticketOf(
  { ticketSeal, digest, clock }: FinishSocialLoginPorts,
  { provider, query, ticket: text }: Return,
): SocialTicket | null {
  const ticket = text === null ? null : openTicket(ticketSeal, text);
  if (ticket === null || ticket.provider !== provider) return null;
  if (clock.now() >= ticket.startedAtMs + ticketLifeMs) return null;
  return digest(query['state'] ?? '') === digest(ticket.state) ? ticket : null;
}

function isFirstUse(
  { tickets, digest, clock }: FinishSocialLoginPorts,
  { state, startedAtMs }: SocialTicket,
): Promise<boolean> {
  const until = new Date(startedAtMs + ticketLifeMs);
  return tickets.spend(digest(state), new Date(clock.now()), until);
}

function refused(reason: NotSignedIn): FinishedLogin {
  return { kind: 'refused', reason };
}
