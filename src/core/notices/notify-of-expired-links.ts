import type { Clock } from '#core/shared/time';
import type { NoticeStore } from './notice.ts';
import { lookBackMs } from './recent-queries.ts';

type ExpiredLink = {
  readonly linkId: string;
  readonly userId: string;
  /** The set time, or the time of its last click; with millisecond precision. */
  readonly expiresAt: Date;
};

export type NotifyOfExpiredLinksPorts = {
  readonly links: {
    /**
     * Links that expired within the range, by time or by clicks, and whose owner has no notice of
     * that expiry. Links that the owner expired by a bulk action are not among them.
     */
    untoldExpired(range: {
      readonly after: Date;
      readonly until: Date;
      readonly limit: number;
    }): Promise<readonly ExpiredLink[]>;
  };
  readonly notices: NoticeStore;
  readonly clock: Clock;
};

const atOnce = 500;

/** Creates notices of expired links, one per expiry. */
export function notifyOfExpiredLinks({ links, notices, clock }: NotifyOfExpiredLinksPorts) {
  return async (): Promise<void> => {
    const nowMs = clock.now();
    const expired = await links.untoldExpired({
      after: new Date(nowMs - lookBackMs),
      until: new Date(nowMs),
      limit: atOnce,
    });
    if (expired.length === 0) return;
    await notices.add(
      expired.map(({ linkId, userId, expiresAt }) => ({
        notice: {
          userId,
          linkId,
          kind: 'link_expired',
          count: null,
          amounts: [],
          eventKey: `link expired ${linkId} ${expiresAt.getTime()}`,
          happenedAt: expiresAt,
        },
        mail: null,
      })),
    );
  };
}
