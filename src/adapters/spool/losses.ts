import { minuteMs, secondMs } from '#core/shared/time';
import { isErrno } from '#core/shared/errno';

/** Why visits did not reach the disk. */
export type LossReason = 'disk_full' | 'write_failed';

/** Visits that were redirected but not recorded. */
export type Losses = {
  count(lines: number, error: unknown): void;
  /** Since the start, by reason. */
  totals(): Readonly<Record<LossReason, number>>;
  /** Whether anything was lost within the last minute. */
  areRecent(): boolean;
};

/** The log entries for losses: at once the first time, then once per second while they continue. */
export type LossReport = { readonly lines: number; readonly reason: LossReason; error: unknown };

export function lossCounter(report: (loss: LossReport) => void): Losses {
  const totals = { disk_full: 0, write_failed: 0 };
  let waiting: { lines: number; reason: LossReason; error: unknown } | null = null;
  let isQuiet = false;
  let lastAtMs = Number.NEGATIVE_INFINITY;

  const say = (loss: LossReport): void => {
    report(loss);
    isQuiet = true;
    setTimeout(() => {
      isQuiet = false;
      const next = waiting;
      waiting = null;
      if (next) say(next);
    }, secondMs).unref();
  };

  return {
    count(lines, error) {
      const reason = reasonOf(error);
      totals[reason] += lines;
      lastAtMs = performance.now();
      if (isQuiet) waiting = { lines: (waiting?.lines ?? 0) + lines, reason, error };
      else say({ lines, reason, error });
    },
    totals: () => ({ ...totals }),
    areRecent: () => performance.now() - lastAtMs < minuteMs,
  };
}

function reasonOf(error: unknown): LossReason {
  return isErrno(error, 'ENOSPC') || isErrno(error, 'EDQUOT') ? 'disk_full' : 'write_failed';
}
