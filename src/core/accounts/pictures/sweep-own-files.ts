import type { ObjectKey, ObjectStore } from './object-store.ts';

export type SweepOwnFilesPorts = {
  readonly files: Pick<ObjectStore, 'remove'> & {
    /** The keys of all files of this instance. */
    keys(): Promise<readonly ObjectKey[]>;
  };
  readonly objects: {
    /** Those of the keys whose objects were removed on any instance, and are not in use. */
    removed(keys: readonly ObjectKey[]): Promise<readonly ObjectKey[]>;
  };
};

const keysAtOnce = 1000;

/**
 * Removes the files of this instance whose objects another instance has removed: without a bucket it
 * could not reach them. A file without a record stays, because the database may be another one.
 */
export function sweepOwnFiles({ files, objects }: SweepOwnFilesPorts) {
  return async (): Promise<void> => {
    const keys = await files.keys();
    for (let from = 0; from < keys.length; from += keysAtOnce) {
      const removed = await objects.removed(keys.slice(from, from + keysAtOnce));
      await Promise.all(removed.map((key) => files.remove(key)));
    }
  };
}
