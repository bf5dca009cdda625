/**
 * Asks again and again until `isTrue` holds, and gives that answer. Fails after `withinSeconds`
 * with what it last saw. A refused connection counts as "not yet".
 */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  isTrue: (answer: T) => boolean,
  withinSeconds = 10,
): Promise<T> {
  const deadline = performance.now() + withinSeconds * 1000;
  for (;;) {
    const seen = await attempt(ask);
    if (seen.kind === 'answer' && isTrue(seen.answer)) return seen.answer;
    if (performance.now() > deadline) {
      throw new Error(`not true within ${withinSeconds} s; last seen: ${JSON.stringify(seen)}`);
    }
    await Bun.sleep(20);
  }
}

type Seen<T> = { kind: 'answer'; answer: T } | { kind: 'failure'; message: string };

async function attempt<T>(ask: () => T | Promise<T>): Promise<Seen<T>> {
  try {
    return { kind: 'answer', answer: await ask() };
  } catch (error) {
    return { kind: 'failure', message: String(error) };
  }
}
