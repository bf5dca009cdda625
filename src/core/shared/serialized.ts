/** Runs work of one key one after the other, in the order asked; other keys do not wait. */
export type Serialized = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Turns within this process. A failure is its caller's alone: the next in line goes on. */
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
