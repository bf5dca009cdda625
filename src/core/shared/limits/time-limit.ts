/**
 * The last part of a limit. When the whole process stood still, such as a paused virtual machine, its
 * timers end before the answers that arrived meanwhile are read: this part begins only then.
 */
const mostLastMs = 100;

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
  const lastMs = Math.min(limitMs / 2, mostLastMs);
  let timer = setTimeout(() => {
    timer = setTimeout(limit.resolve, lastMs);
  }, limitMs - lastMs);
  return Promise.race([work, limit.promise.then(late)]).finally(() => clearTimeout(timer));
}
