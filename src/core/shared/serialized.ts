/**
 * Runs the work of one key sequentially, in the order of the calls; different keys run
 * concurrently.
 */
export type Serialized = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Turns within this process. Only the caller gets its failure: the next one in line runs. */
export function serialized(): Serialized {
  const last = new Map<string, Promise<unknown>>();

  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const result = before.then(work);
    const done = Promise.allSettled([result]);
    last.set(key, done);
    try {
      return await result;
    } finally {
      if (last.get(key) === done) last.delete(key);
    }
  };
}
