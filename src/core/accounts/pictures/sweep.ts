import { dayMs, minuteMs } from '#core/shared/time';
import type { ObjectKey, Objects, ObjectStore, PicturePorts } from './ports.ts';

const objectsAtOnce = 500;
const pauseMs = minuteMs;
/**
 * Records of removed objects are kept this long. They count against the hourly upload limit, and
 * other instances read them to delete their own copies (`sweepOwnFiles`).
 */
const rememberedMs = 30 * dayMs;

/**
 * Removes every object that is not needed: expired uploads, replaced pictures, drafts that were
 * never published, everything of deleted accounts. After a kill the next run continues. Fails when
 * the store fails, and then begins with another object at the next run.
 */
export async function sweepObjects({
  objects,
  store,
  clock,
}: Pick<PicturePorts, 'objects' | 'store' | 'clock'>): Promise<void> {
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
}

/** The folder of this instance. */
export type OwnFiles = Pick<ObjectStore, 'remove'> & {
  /** The keys of all files of this instance. */
  keys(): Promise<readonly ObjectKey[]>;
};

const keysAtOnce = 1000;

/**
 * Removes the files of this instance whose objects another instance has removed. Without a bucket,
 * that instance cannot reach the files of this one. A file without a record stays, because the
 * database may be another one.
 */
export async function sweepOwnFiles(
  files: OwnFiles,
  objects: Pick<Objects, 'removed'>,
): Promise<void> {
  const keys = await files.keys();
  for (let from = 0; from < keys.length; from += keysAtOnce) {
    const removed = await objects.removed(keys.slice(from, from + keysAtOnce));
    await Promise.all(removed.map((key) => files.remove(key)));
  }
}
