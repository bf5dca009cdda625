/** Makes something when it is first used, such as a formatter, which takes a phone ten milliseconds. */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
