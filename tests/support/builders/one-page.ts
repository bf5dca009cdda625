/** A list of the API whose entries fill one page. */
export function onePage<Item>(data: readonly Item[]) {
  return { data, nextCursor: null, previousCursor: null, count: data.length };
}
