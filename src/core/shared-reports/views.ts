import { budget } from '#core/shared/limits/budget';
import { minuteMs, type Clock } from '#core/shared/time';
import type { SharedReports } from './ports.ts';

/** An opened report. */
export type View = {
  readonly reportId: string;
  /** The digest of the visitor's session, so that the owner's own views are left out. */
  readonly sid: string | null;
};

/** One visitor who looks again within this time is one view. */
const perVisit = { limit: 1, windowMs: 30 * minuteMs, keys: 10_000 };
/** Views that wait; further ones are not counted. */
const mostWaiting = 10_000;

/**
 * Counts views in this process's memory: no page waits for it. `store` adds them to the reports; what
 * was not stored is stored the next time. A process that ends loses those that wait.
 */
export function viewCounter(clock: Clock) {
  const visits = budget(perVisit);
  let waiting: View[] = [];
  return {
    /** `visitor` tells visitors apart; it is not kept. */
    note(view: View, visitor: string): void {
      const isNew = visits.waitSeconds(`${view.reportId} ${visitor}`, clock.now()) === 0;
      if (isNew && waiting.length < mostWaiting) waiting.push(view);
    },

    async store({ addViews }: Pick<SharedReports, 'addViews'>): Promise<void> {
      const taken = waiting;
      if (taken.length === 0) return;
      waiting = [];
      let isStored = false;
      try {
        await addViews(taken, new Date(clock.now()));
        isStored = true;
      } finally {
        if (!isStored) waiting = [...taken, ...waiting].slice(0, mostWaiting);
      }
    },
  };
}

export type ViewCounter = ReturnType<typeof viewCounter>;
