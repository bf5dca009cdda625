import { withTimeLimit } from '#core/shared/limits/time-limit';

/** A wait that exceeded its limit. The awaited work may still complete. */
export class TooLate extends Error {
  override readonly name = 'TooLate';
}

/** The promise's own result, or a `TooLate` after `limitMs`. */
export function within<T>(limitMs: number, promise: Promise<T>): Promise<T> {
  return withTimeLimit(limitMs, promise, () => {
    throw new TooLate(`Not within ${limitMs} ms`);
  });
}
