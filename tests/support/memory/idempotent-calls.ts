import { heavyAnswers } from '#adapters/http/heavy/heavy-answers';
import type { Repeats } from '#adapters/http/frame/repeats';
import type { IdempotentCall, IdempotentCalls, KeptAnswer } from '#core/accounts/idempotent-calls';

/** What recognises repeats of calls, in memory. */
export function keptRepeats(
  time: Pick<Repeats, 'newId' | 'clock'>,
  uploads = heavyAnswers(),
): Repeats {
  const digest = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex');
  return { ...time, digest, uploads, calls: memoryIdempotentCalls() };
}

/** Idempotent calls in memory, with the same contract as in Postgres. */
export function memoryIdempotentCalls(): IdempotentCalls {
  type Held = { call: IdempotentCall; heldUntilMs: number; answer: KeptAnswer | null };
  const held = new Map<string, Held>();
  const nameOf = ({ userId, key }: IdempotentCall) => `${userId} ${key}`;

  return {
    async begin(call) {
      const before = held.get(nameOf(call));
      const isOver = before !== undefined && before.call.atMs <= call.atMs - 86_400_000;
      if (before === undefined || isOver) {
        held.set(nameOf(call), { call, heldUntilMs: call.atMs + 15_000, answer: null });
        return { kind: 'begun', chosenId: call.chosenId };
      }
      const { chosenId, fingerprint } = before.call;
      if (fingerprint !== call.fingerprint) return { kind: 'different' };
      if (before.answer) return { kind: 'finished', answer: before.answer };
      if (before.heldUntilMs > call.atMs) return { kind: 'running' };
      before.heldUntilMs = call.atMs + 15_000;
      return { kind: 'begun', chosenId };
    },
    async finish(call, answer) {
      const found = held.get(nameOf(call));
      if (found) found.answer = answer;
    },
    async letGo(call) {
      const found = held.get(nameOf(call));
      if (found) found.heldUntilMs = call.atMs;
    },
    async forget(call) {
      const found = held.get(nameOf(call));
      const isOurs = found?.heldUntilMs === call.atMs + 15_000;
      if (isOurs && !found.answer) held.delete(nameOf(call));
    },
  };
}
