import { Refusal } from '#core/shared/refusal';
import { foldEmail } from './user.ts';

/**
 * The people whom the operator of this instance has banned. The stores of accounts ask, so that no
 * way into an account can leave it out.
 */
export type Bans = {
  isBanned(userId: string): boolean;
  /** `email` is folded. */
  isBannedEmail(email: string): boolean;
};

/** A person: the account that they have, and the addresses that they use. */
type Person = { readonly userId?: string; readonly emails?: readonly string[] };

export function isBanned(bans: Bans, { userId, emails = [] }: Person): boolean {
  const isByAddress = emails.some((email) => bans.isBannedEmail(foldEmail(email)));
  return isByAddress || (userId !== undefined && bans.isBanned(userId));
}

/** Refuses `forbidden` for a banned person. */
export function refuseBanned(bans: Bans, person: Person): void {
  if (!isBanned(bans, person)) return;
  throw new Refusal('forbidden', 'This account is suspended. Please contact support.');
}
