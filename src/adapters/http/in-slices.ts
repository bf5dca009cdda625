const sliceLength = 200;

/** Maps a long list with room for other work in between: this thread also redirects. */
export async function mapInSlices<From, To>(
  items: readonly From[],
  map: (item: From) => To,
): Promise<To[]> {
  const mapped: To[] = [];
  for (let start = 0; start < items.length; start += sliceLength) {
    if (start > 0) await nextTurn();
    for (const item of items.slice(start, start + sliceLength)) mapped.push(map(item));
  }
  return mapped;
}

/** Resolves when everything that was waiting for the thread has had its turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
