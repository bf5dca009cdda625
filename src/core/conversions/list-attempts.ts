import { isId } from '#core/shared/ids';
import { notFound } from '#core/shared/refusal';
import type { Attempt } from './attempt.ts';

export type ListAttemptsPorts = {
  readonly attempts: {
    /** The newest `limit` for the owner's link, newest first; null when it is not theirs. */
    newest(userId: string, linkId: string, limit: number): Promise<readonly Attempt[] | null>;
  };
};

const shownAttempts = 50;

/** What came in for a link lately, newest first. Refuses `not_found`, for another's link too. */
export function listAttempts({ attempts }: ListAttemptsPorts) {
  return async (userId: string, linkId: string): Promise<readonly Attempt[]> => {
    const found = isId(linkId) ? await attempts.newest(userId, linkId, shownAttempts) : null;
    if (found === null) throw notFound();
    return found;
  };
}
