import type { Asker } from './asker.ts';

/** Items that wait, taken in turns. */
export type FairQueue<Item> = {
  /** How many items wait. */
  size(): number;
  /**
   * Adds the item. When more than the limit wait, takes out the newest item of the longest line and
   * returns it: it can be the added one.
   */
  add(asker: Asker, item: Item): Item | undefined;
  /** Takes out the item whose turn it is, among those that `isAble` accepts. */
  take(isAble?: (item: Item) => boolean): Item | undefined;
  /** Takes out the item, if it still waits. */
  remove(item: Item): void;
};

/** `groups`: each with the wider ones in its name. */
type Waiter<Item> = { readonly groups: readonly string[]; readonly item: Item };

/**
 * A queue of at most `most` items. Those with the lowest rank go first; of these, the widest groups take turns, within each of them the next
 * narrower ones, and so on; items of the same groups keep their order. So a group with many waiting
 * items neither delays the others much nor takes their places.
 */
export function fairQueue<Item>(
  most: number,
  rankOf: (item: Item) => number = () => 0,
): FairQueue<Item> {
  let waiters: readonly Waiter<Item>[] = [];
  /** When each waiting group had its last turn or was added, as a sequence number. */
  const turns = new Map<string, number>();
  let count = 0;

  const leave = (leaving: Waiter<Item>): void => {
    waiters = waiters.filter((waiter) => waiter !== leaving);
    for (const group of leaving.groups) {
      if (!waiters.some(({ groups }) => groups.includes(group))) turns.delete(group);
    }
  };
  const turnOf = (group: string | undefined): number => turns.get(group ?? '') ?? 0;
  const inTurn = (left: Waiter<Item>, right: Waiter<Item>): number => {
    const found = left.groups.findIndex((group, depth) => group !== right.groups[depth]);
    const apart = found < 0 ? left.groups.length : found;
    return turnOf(left.groups[apart]) - turnOf(right.groups[apart]);
  };

  return {
    size: () => waiters.length,
    add(asker, item) {
      const groups = asker.map((_, at) => asker.slice(0, at + 1).join(' '));
      waiters = [...waiters, { groups, item }];
      for (const group of groups) {
        if (!turns.has(group)) turns.set(group, (count += 1));
      }
      if (waiters.length <= most) return undefined;
      const dropped = newestOfLongest(waiters);
      if (dropped) leave(dropped);
      return dropped?.item;
    },
    take(isAble = () => true) {
      const [next] = waiters
        .filter(({ item }) => isAble(item))
        .toSorted((left, right) => rankOf(left.item) - rankOf(right.item) || inTurn(left, right));
      if (next === undefined) return undefined;
      for (const group of next.groups) turns.set(group, (count += 1));
      leave(next);
      return next.item;
    },
    remove(item) {
      const leaving = waiters.find((waiter) => waiter.item === item);
      if (leaving) leave(leaving);
    },
  };
}

/** When several lines are equally long, the line of the newest waiter. */
function newestOfLongest<Item>(waiters: readonly Waiter<Item>[]): Waiter<Item> | undefined {
  let line = waiters.toReversed();
  for (let depth = 0; line.some(({ groups }) => groups.length > depth); depth += 1) {
    const lines = [...Map.groupBy(line, ({ groups }) => groups[depth]).values()];
    line = lines.reduce((longest, other) => (other.length > longest.length ? other : longest));
  }
  return line[0];
}
