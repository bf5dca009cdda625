import { dayMs, type Clock } from '#core/shared/time';
import { lookBackMs } from './recent-queries.ts';

export type ForgetNoticesPorts = {
  readonly notices: {
    /**
     * Removes notices of what happened before `before`, and of each account those beyond its newest
     * `beyond`, as far as they tell of something before `settledBefore`.
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
/** Whoever looks for something to tell looks back less far than this, so that nothing is told again. */
const settledMs = 2 * lookBackMs;

/** Lets go of notices that nobody looks for any more. */
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
