/** A list without pages. */
export function wholeList<Item>(data: readonly Item[]) {
  return { data, nextCursor: null, previousCursor: null, count: data.length };
}

/** The newest entries of a list whose older ones are not answered, and not counted. */
export function newestOf<Item>(data: readonly Item[]) {
  return { ...wholeList(data), count: null };
}
