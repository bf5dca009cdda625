import { until } from '#tests/support/until';

/** A poll uses resources, and may count against a limit. */
const mostPauseMs = 100;

/**
 * Polls until `isTrue` accepts the result, and returns it. A refused connection counts as "not
 * yet". Fails after `withinSeconds` with the last result.
 */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  isTrue: (answer: T) => boolean,
  withinSeconds = 30,
): Promise<T> {
  const wanted: T[] = [];
  let lastSeen = 'nothing';
  const claim = async () => {
    try {
      const answer = await ask();
      lastSeen = JSON.stringify(answer) ?? 'nothing';
      if (isTrue(answer)) wanted.push(answer);
    } catch (error) {
      lastSeen = String(error);
    }
    return wanted.length > 0;
  };

  await until('the awaited answer', claim, withinSeconds, mostPauseMs).catch((error: unknown) => {
    throw new Error(`${String(error)}; last seen: ${lastSeen}`, { cause: error });
  });
  const [answer] = wanted;
  if (answer === undefined) throw new Error('the awaited answer was nothing at all');
  return answer;
}
