// Runs before packages are installed: imports only what Bun itself contains.
import { startAgain } from './start-again.ts';

/**
 * Bun's allocator, mimalloc, returns the free pieces of pages to the system ten times a second. The
 * drain's next batch takes them again, which costs it up to a third of its time. With these values
 * (in milliseconds) the allocator waits. docs/evidence.md has the measurements.
 */
export const allocatorSettings = {
  MIMALLOC_PURGE_HOLES_MIN_INTERVAL: '30000',
  MIMALLOC_PURGE_DELAY: '1000',
};

/**
 * Starts this program again with the allocator's settings, unless it has them. The allocator reads
 * them only when a process starts. A value that the operator has set stays.
 */
export function useAllocatorSettings(): void {
  const missing = Object.entries(allocatorSettings).filter(
    ([name]) => process.env[name] === undefined,
  );
  if (missing.length > 0 && process.execve) startAgain(Object.fromEntries(missing));
}
