import type { IdempotentCall, IdempotentCalls } from '#core/conversions/ports';

/** Idempotent calls in memory, with the same contract as in Postgres. */
export function memoryIdempotentCalls(): IdempotentCalls {
  type Held = { call: IdempotentCall; heldUntilMs: number; isFinished: boolean };
  const held = new Map<string, Held>();
  const nameOf = ({ userId, key }: IdempotentCall) => `${userId} ${key}`;

  return {
    async begin(call) {
      const before = held.get(nameOf(call));
      const isOver = before !== undefined && before.call.atMs <= call.atMs - 86_400_000;
      if (before === undefined || isOver) {
        held.set(nameOf(call), { call, heldUntilMs: call.atMs + 15_000, isFinished: false });
        return { kind: 'begun', conversionId: call.conversionId };
      }
      const { conversionId, fingerprint } = before.call;
      if (fingerprint !== call.fingerprint) return { kind: 'different' };
      if (before.isFinished) return { kind: 'finished', conversionId };
      if (before.heldUntilMs > call.atMs) return { kind: 'running' };
      before.heldUntilMs = call.atMs + 15_000;
      return { kind: 'begun', conversionId };
    },
    async finish(call) {
      const found = held.get(nameOf(call));
      if (found) found.isFinished = true;
    },
    async letGo(call) {
      const found = held.get(nameOf(call));
      if (found) found.heldUntilMs = call.atMs;
    },
    async forget(call) {
      const found = held.get(nameOf(call));
      const isOurs = found?.heldUntilMs === call.atMs + 15_000;
      if (isOurs && !found.isFinished) held.delete(nameOf(call));
    },
  };
}
