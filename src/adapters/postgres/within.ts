/** A wait that exceeded its limit. The awaited work may still complete. */
export class TooLate extends Error {
  override readonly name = 'TooLate';
}

/** The promise's own result, or a `TooLate` after `limitMs`. */
export function within<T>(limitMs: number, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new TooLate(`Not within ${limitMs} ms`)), limitMs);
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}
