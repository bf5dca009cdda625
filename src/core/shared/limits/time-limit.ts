/**
 * The result of the work; when it takes longer than `limitMs`, that of `late`, which may throw. The
 * work is not ended, and what it returns or throws afterwards is ignored.
 */
export function withTimeLimit<Result, Late>(
  limitMs: number,
  work: Promise<Result>,
  late: () => Late,
): Promise<Result | Late> {
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(limit.resolve, limitMs);
  return Promise.race([work, limit.promise.then(late)]).finally(() => clearTimeout(timer));
}
