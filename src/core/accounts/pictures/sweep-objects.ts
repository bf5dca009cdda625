import { hourMs, minuteMs, type Clock } from '#core/shared/time';
import type { ObjectKey, ObjectStore } from './object-store.ts';

export type SweepObjectsPorts = {
  readonly objects: {
    /**
     * Keys of at most `limit` objects that have to go, those that waited longest first: whose time
     * is over, or whose account is gone.
     */
    due(at: Date, limit: number): Promise<readonly ObjectKey[]>;
    /**
     * The object was removed. One that could still be uploaded is due again until that is over.
     */
    settle(key: ObjectKey, at: Date): Promise<void>;
    /** Removing it failed: others come before it until then. */
    postpone(key: ObjectKey, until: Date): Promise<void>;
    /** Forgets removed objects that were made before, and all those of accounts that are gone. */
    forget(madeBefore: Date): Promise<void>;
  };
  readonly store: Pick<ObjectStore, 'remove'>;
  readonly clock: Clock;
};

const objectsAtOnce = 500;
const pauseMs = minuteMs;
/** So long uploads count against how many a person may begin. */
const rememberedMs = hourMs;

/**
 * Removes every object that nobody needs any more: uploads that are over, pictures that were
 * replaced or never published, everything of deleted accounts. Killed at any moment, the next run
 * goes on. Fails with the store, and then begins with another object the next time.
 */
export function sweepObjects({ objects, store, clock }: SweepObjectsPorts) {
  return async (): Promise<void> => {
    for (const key of await objects.due(new Date(clock.now()), objectsAtOnce)) {
      try {
        await store.remove(key);
      } catch (error) {
        await objects.postpone(key, new Date(clock.now() + pauseMs));
        throw error;
      }
      await objects.settle(key, new Date(clock.now()));
    }
    await objects.forget(new Date(clock.now() - rememberedMs));
  };
}
