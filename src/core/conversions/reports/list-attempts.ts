import { isId } from '#core/shared/ids';
import { notFound } from '#core/shared/refusal';
import type { Attempt } from './attempt.ts';

export type ListAttemptsPorts = {
  readonly attempts: {
    /**
     * The newest `limit` attempts for the owner's link, newest first; null when the link is not
     * theirs.
     */
    newest(userId: string, linkId: string, limit: number): Promise<readonly Attempt[] | null>;
    /**
     * The newest `limit` attempts for the owner's links whose conversion tracking is off now,
     * newest first.
     */
    newestUntracked(userId: string, limit: number): Promise<readonly UntrackedAttempt[]>;
  };
};

/** An attempt with the name of its link. */
export type UntrackedAttempt = Attempt & {
  /** The link's alias, else its code, for `urlOfName`. */
  readonly linkName: string;
};

const shownAttempts = 50;
const shownUntracked = 10;

/**
 * The recent reports for a link, newest first. Refuses `not_found`, also for another owner's link.
 */
export function listAttempts({ attempts }: ListAttemptsPorts) {
  return async (userId: string, linkId: string): Promise<readonly Attempt[]> => {
    const found = isId(linkId) ? await attempts.newest(userId, linkId, shownAttempts) : null;
    if (found === null) throw notFound();
    return found;
  };
}

/** The recent reports for links of the account that do not track conversions, newest first. */
export function listUntrackedAttempts({ attempts }: ListAttemptsPorts) {
  return (userId: string): Promise<readonly UntrackedAttempt[]> =>
    attempts.newestUntracked(userId, shownUntracked);
}
