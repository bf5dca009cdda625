import type { RandomBytes } from '#core/shared/ids';
import { minuteMs } from '#core/shared/time';
import { type SocialProvider, socialProviders } from '#contract/accounts/sign-in';
import type { Challenge } from './social-identity.ts';

/** Enough time to find a password at a provider and to enter a second factor. */
export const ticketLifeMs = 15 * minuteMs;

/** A login at a provider that is not finished. Only the browser that began it holds the ticket. */
export type SocialTicket = Challenge & {
  readonly provider: SocialProvider;
  readonly startedAtMs: number;
  /** Where the person wants to go afterwards: a path of this application, without spaces. */
  readonly next: string;
};

/** Encrypts and authenticates texts. `open` throws for bytes that `close` did not make. */
export type TicketSeal = { close(text: string): Uint8Array; open(bytes: Uint8Array): string };

const secretBytes = 32;

export function newTicket(
  { randomBytes }: { readonly randomBytes: RandomBytes },
  start: Pick<SocialTicket, 'provider' | 'startedAtMs' | 'next'>,
): SocialTicket {
  const random = () => base64url(randomBytes(secretBytes));
  return { ...start, state: random(), nonce: random(), verifier: random() };
}

/** Encodes a ticket as the value of a cookie. */
export function closeTicket(seal: TicketSeal, ticket: SocialTicket): string {
  const { provider, startedAtMs, state, nonce, verifier, next } = ticket;
  return base64url(seal.close([provider, startedAtMs, state, nonce, verifier, next].join(' ')));
}

/** Decodes the value made by `closeTicket`; null for other text. */
export function openTicket(seal: TicketSeal, text: string): SocialTicket | null {
  const [name, startedAt, state, nonce, verifier, next] = opened(seal, text)?.split(' ') ?? [];
  const provider = socialProviders.find((known) => known === name);
  if (!provider || !state || !nonce || !verifier || !next) return null;
  return { provider, startedAtMs: Number(startedAt), state, nonce, verifier, next };
}

/** Null for text that was changed, was made by another key, or never was a ticket. */
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
