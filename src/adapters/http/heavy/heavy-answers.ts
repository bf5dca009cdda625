import { keepOpen } from '#adapters/http/frame/caller';
import { slots, type SlotLimits } from '#core/shared/limits/slots';
import { secondMs } from '#core/shared/time';
import { takenInTime, type Patience } from './taken-in-time.ts';

/** The account that asks, and its request: when the client disconnects, the wait ends. */
export type Requester = { readonly userId: string; readonly request: Request };

/**
 * A response whose body is produced while it is sent. `isWhole`: the body was short and is already
 * complete.
 */
export type StreamedAnswer = { readonly answer: Response; readonly isWhole: boolean };

/**
 * Limits how many long lists, exports and analytics are produced at once: each needs memory, the
 * event store's time or both. A caller waits a short time for a slot, without a database
 * connection, and then gets the refusal `busy`.
 */
export type HeavyAnswers = {
  /** The work's result. Frees the slot when the work has settled. */
  run<T>(requester: Requester, work: () => Promise<T>): Promise<T>;
  /** The response. Frees the slot when its body was sent, dropped or cut off. */
  stream(requester: Requester, open: () => Promise<StreamedAnswer>): Promise<Response>;
  /** How many callers wait for a slot. */
  waiting(): number;
};

/**
 * The idle limit of their connections, in seconds. A report asks several questions, each with a time
 * limit of its own, before it sends anything.
 */
const idleSeconds = 60;

/** Two for an account, eight in total. */
const usualLimits: SlotLimits = {
  perKey: 2,
  total: 8,
  waitMs: 2 * secondMs,
  waitingPerKey: 10,
  waiting: 100,
};

/** The heavy responses of this process. */
export function heavyAnswers(limits: SlotLimits = usualLimits, patience?: Patience): HeavyAnswers {
  const shared = slots(limits);

  return {
    waiting: shared.waiting,
    async run({ userId, request }, work) {
      keepOpen(request, idleSeconds);
      return shared.run([userId], work, request.signal);
    },
    async stream({ userId, request }, open) {
      keepOpen(request, idleSeconds);
      const release = await shared.take([userId], request.signal);
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
