import { dayMs, minuteMs, type Clock } from '#core/shared/time';
import type { ObjectKey, ObjectStore } from './object-store.ts';

export type SweepObjectsPorts = {
  readonly objects: {
    /**
     * Keys of at most `limit` objects to remove, the longest waiting first: expired objects, and
     * those of deleted accounts.
     */
    due(at: Date, limit: number): Promise<readonly ObjectKey[]>;
    /** The object was removed. When it could still be uploaded, it is due again after that time. */
    settle(key: ObjectKey, at: Date): Promise<void>;
    /** The removal failed: the object is due again at `until`, after the others. */
    postpone(key: ObjectKey, until: Date): Promise<void>;
    /** Deletes the records of objects that were removed before `removedBefore`. */
    forget(removedBefore: Date): Promise<void>;
  };
  readonly store: Pick<ObjectStore, 'remove'>;
  readonly clock: Clock;
};

const objectsAtOnce = 500;
const pauseMs = minuteMs;
/**
 * An upload counts against the hourly limit, and by the record of a removed object another instance
 * finds out that its own file is not needed (`sweep-own-files.ts`).
 */
const rememberedMs = 30 * dayMs;

/**
 * Removes every object that is not needed: expired uploads, replaced pictures, drafts that were
 * never published, everything of deleted accounts. After a kill the next run continues. Fails when
 * the store fails, and then begins with another object at the next run.
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
