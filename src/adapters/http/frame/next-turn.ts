/** Resolves after all work that was already waiting for the thread. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
