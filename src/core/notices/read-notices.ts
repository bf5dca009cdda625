import { isId } from '#core/shared/ids';
import type { Clock } from '#core/shared/time';

export type ReadNoticesPorts = {
  readonly notices: {
    /** Marks the account's unread notices as read. Ids of other accounts change nothing. */
    markRead(userId: string, which: readonly string[] | 'all', at: Date): Promise<void>;
  };
  readonly clock: Clock;
};

/**
 * Marks notices of a person as read: those of `ids`, or all. Unknown ids and those of other
 * accounts are ignored.
 */
export function readNotices({ notices, clock }: ReadNoticesPorts) {
  return async (userId: string, which: readonly string[] | 'all'): Promise<void> => {
    const ids = which === 'all' ? which : which.filter(isId);
    if (ids.length > 0) await notices.markRead(userId, ids, new Date(clock.now()));
  };
}
