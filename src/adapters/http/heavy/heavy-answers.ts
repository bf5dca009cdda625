import { secondMs } from '#core/shared/time';
import { slots, type SlotLimits } from './slots.ts';
import { takenInTime, type Patience } from './taken-in-time.ts';

/** Who asks: the account, and the request, which ends the wait when its client goes. */
export type Requester = { readonly userId: string; readonly request: Request };

/** An answer whose body is made while it is taken; `isWhole` when that was short and is over. */
export type StreamedAnswer = { readonly answer: Response; readonly isWhole: boolean };

/**
 * Lets whole lists, exports and analytics be made a few at a time: each takes memory, the event
 * store's time or both. A caller waits a little for a slot, holding no connection to a database,
 * and is refused `busy` then.
 */
export type HeavyAnswers = {
  /** The work's result; the slot is given back when the work has settled. */
  run<T>(requester: Requester, work: () => Promise<T>): Promise<T>;
  /** The answer; the slot is given back when its body has been taken, dropped or cut off. */
  stream(requester: Requester, open: () => Promise<StreamedAnswer>): Promise<Response>;
};

/**
 * Two for an account, eight in all. The wait and the longest analytics together end before an idle
 * connection is cut.
 */
const usualLimits: SlotLimits = {
  perKey: 2,
  total: 8,
  waitMs: 2 * secondMs,
  waitingPerKey: 10,
  waiting: 100,
};

/** The heavy answers of this process. */
export function heavyAnswers(limits: SlotLimits = usualLimits, patience?: Patience): HeavyAnswers {
  const shared = slots(limits);

  return {
    async run({ userId, request }, work) {
      const release = await shared.take(userId, request.signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
    async stream({ userId, request }, open) {
      const release = await shared.take(userId, request.signal);
      try {
        const { answer, isWhole } = await open();
        if (!isWhole && answer.body !== null) {
          return new Response(takenInTime(answer.body, release, patience), answer);
        }
        release();
        return answer;
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}
