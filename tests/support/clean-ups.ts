import { afterAll } from 'bun:test';

/** Undoes what a test file has brought about. */
export type CleanUp = () => unknown;

/**
 * Where a test file notes how to undo what it brings about. After its last test everything is
 * undone, last first, each whether or not the others fail; the first failure is then told.
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
