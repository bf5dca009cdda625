/**
 * Runs the work for one item after the other. A failed item does not stop the others; throws the
 * first failure at the end.
 */
export async function runAll<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
