import { Refusal } from '#core/shared/refusal';
import { type Clock, minuteMs } from '#core/shared/time';
import type { Digest, Sessions } from './session.ts';

export type RecentProofPorts = {
  readonly sessions: Pick<Sessions, 'find'>;
  readonly digest: Digest;
  readonly clock: Clock;
};

/** How long a proof of identity counts as recent. */
const recentMs = 10 * minuteMs;

/**
 * Checks that the person behind a session has proven their identity recently, so that an abandoned
 * or stolen session cannot take over the account. Refuses `reauth_required`.
 */
export async function requireRecentProof(
  { sessions, digest, clock }: RecentProofPorts,
  token: string,
): Promise<void> {
  const found = await sessions.find(digest(token));
  const provenMs = found?.session.provenAt.getTime() ?? 0;
  if (clock.now() - provenMs < recentMs) return;
  throw new Refusal('reauth_required', 'Please enter your password to continue');
}
