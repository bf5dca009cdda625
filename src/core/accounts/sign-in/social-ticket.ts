import type { RandomBytes } from '#core/shared/ids';
import { minuteMs } from '#core/shared/time';
import { type Challenge, type SocialProvider, socialProviders } from './social-identity.ts';

/** Time enough to find a password at a provider, and a second factor. */
export const ticketLifeMs = 15 * minuteMs;

/** A login at a provider that is under way; only the browser that began it holds the ticket. */
export type SocialTicket = Challenge & {
  readonly provider: SocialProvider;
  readonly startedAtMs: number;
  /** Where the person wants to be afterwards: a path of ours, without spaces. */
  readonly next: string;
};

/** Hides texts so that nobody else reads or makes them. `open` throws for what it did not close. */
export type TicketSeal = { close(text: string): Uint8Array; open(bytes: Uint8Array): string };

const secretBytes = 32;

export function newTicket(
  { randomBytes }: { readonly randomBytes: RandomBytes },
  start: Pick<SocialTicket, 'provider' | 'startedAtMs' | 'next'>,
): SocialTicket {
  const random = () => base64url(randomBytes(secretBytes));
  return { ...start, state: random(), nonce: random(), verifier: random() };
}

/** A ticket as the text that a cookie carries. */
export function closeTicket(seal: TicketSeal, ticket: SocialTicket): string {
  const { provider, startedAtMs, state, nonce, verifier, next } = ticket;
  return base64url(seal.close([provider, startedAtMs, state, nonce, verifier, next].join(' ')));
}

/** The ticket that `closeTicket` made the text of; null for any other text. */
export function openTicket(seal: TicketSeal, text: string): SocialTicket | null {
  const [name, startedAt, state, nonce, verifier, next] = opened(seal, text)?.split(' ') ?? [];
  const provider = socialProviders.find((known) => known === name);
  if (!provider || !state || !nonce || !verifier || !next) return null;
  return { provider, startedAtMs: Number(startedAt), state, nonce, verifier, next };
}

/** Null for what was altered, was closed elsewhere, or never was a ticket. */
function opened(seal: TicketSeal, text: string): string | null {
  try {
    return seal.open(Uint8Array.fromBase64(text, { alphabet: 'base64url' }));
  } catch {
    return null;
  }
}

function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
}
