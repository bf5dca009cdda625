import { afterAll } from 'bun:test';

/** Reverts an effect of a test file. */
export type CleanUp = () => unknown;

/**
 * The clean-ups of a test file. After its last test all of them run, last first, each also when
 * others fail; then the first failure is thrown.
 */
export function cleanUps(): { add(cleanUp: CleanUp): void } {
  const noted: CleanUp[] = [];

  afterAll(async () => {
    const failures: unknown[] = [];
    for (const cleanUp of noted.toReversed()) {
      try {
        await cleanUp();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  });
  return { add: (cleanUp) => void noted.push(cleanUp) };
}
