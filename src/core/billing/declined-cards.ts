import type { Digest } from '#core/accounts/sign-in/session';
import { Refusal } from '#core/shared/refusal';
import { hourMs, secondMs, type Clock } from '#core/shared/time';
import type { Ledger } from './ledger.ts';

/** This many declined cards within an hour suggest that somebody tests stolen cards. */
export const declinedCardLimit = 5;
export const declinedCardMs = hourMs;

export type DeclinedCardsPorts = {
  readonly ledger: Pick<Ledger, 'failuresSince'>;
  readonly pseudonym: Digest;
  readonly clock: Clock;
};

/** The stored form of a payer's network address. */
export function payerKey(pseudonym: Digest, address: string): string {
  return pseudonym(`payer ${address}`);
}

/** Refuses `too_many_requests` to a network address with too many declined cards. */
export async function refuseCardTesting(
  { ledger, clock }: DeclinedCardsPorts,
  addressKey: string,
): Promise<void> {
  const since = new Date(clock.now() - declinedCardMs);
  if ((await ledger.failuresSince(addressKey, since)) < declinedCardLimit) return;
  throw tooManyCards();
}

export function tooManyCards(): Refusal {
  const message = 'Too many cards were declined. Please try again later.';
  return new Refusal('too_many_requests', message, {
    retryAfterSeconds: declinedCardMs / secondMs,
  });
}
