import { dayMs, type Clock } from '#core/shared/time';
import { lookBackMs } from './recent-queries.ts';

export type ForgetNoticesPorts = {
  readonly notices: {
    /**
     * Removes notices of events before `before`, and of each account those beyond its newest
     * `beyond`; of the latter only notices of events before `settledBefore`.
     */
    forget(limits: {
      readonly before: Date;
      readonly beyond: number;
      readonly settledBefore: Date;
    }): Promise<void>;
  };
  readonly clock: Clock;
};

const keptMs = 90 * dayMs;
const keptPerAccount = 200;
/**
 * Every job that creates notices looks back less far than this, so that no notice is created twice.
 */
const settledMs = 2 * lookBackMs;

/** Deletes notices that nobody needs any more. */
export function forgetNotices({ notices, clock }: ForgetNoticesPorts) {
  return async (): Promise<void> => {
    const nowMs = clock.now();
    await notices.forget({
      before: new Date(nowMs - keptMs),
      beyond: keptPerAccount,
      settledBefore: new Date(nowMs - settledMs),
    });
  };
}
