import * as z from 'zod/mini';
import type { PageQuery } from '#contract/paging';
import type { PageFrom } from '#core/shared/page';
import { cursorsOf, foreignCursor, pagingOf, readCursor, writeCursor } from './cursor.ts';

/** What a list is sorted by, the most significant first. No two entries have the same. */
type Position = readonly (string | number)[];

type Sorted<Item> = {
  /** Names the list and its filters, so that a cursor of another list is refused. */
  readonly name: string;
  readonly positionOf: (item: Item) => Position;
  readonly isDescending?: true;
};

/**
 * A page of a list that is read whole, because an account has few entries of it. Entries that are added
 * or removed between two pages neither repeat nor skip others. Refuses `cursor_mismatch`.
 */
export function pageOfList<Item>(
  items: readonly Item[],
  query: PageQuery,
  { name, positionOf, isDescending }: Sorted<Item>,
) {
  const { limit, from } = pagingOf(query, (cursor) => placeIn(name, cursor));
  const comparePlaces = (one: Position, other: Position) =>
    isDescending ? compared(other, one) : compared(one, other);
  const sorted = items
    .map((item) => ({ item, position: positionOf(item) }))
    .toSorted((one, other) => comparePlaces(one.position, other.position));
  const before = (isBefore: (order: number) => boolean) =>
    from === null
      ? 0
      : sorted.filter(({ position }) => isBefore(comparePlaces(position, from.position))).length;

  const isBackward = from?.side === 'before';
  const end = isBackward ? before((order) => order < 0) : before((order) => order <= 0) + limit;
  const start = Math.max(0, end - limit);
  const page = sorted.slice(start, end);
  const ends = {
    next: end < sorted.length ? (page.at(-1)?.position ?? null) : null,
    previous: start > 0 ? (page.at(0)?.position ?? null) : null,
  };
  const { next, previous } = cursorsOf(ends, ({ side, position }) =>
    writeCursor([name, side, ...position]),
  );
  const data = page.map(({ item }) => item);
  return { data, nextCursor: next, previousCursor: previous, count: items.length };
}

/**
 * A page of the newest entries of a list, whose older ones are not answered, and not counted.
 */
export function pageOfNewest<Item>(
  items: readonly Item[],
  query: PageQuery,
  sorted: Omit<Sorted<Item>, 'isDescending'>,
) {
  return { ...pageOfList(items, query, { ...sorted, isDescending: true }), count: null };
}

function compared(one: Position, other: Position): number {
  for (const [place, part] of one.entries()) {
    const against = other[place] ?? '';
    if (part < against) return -1;
    if (part > against) return 1;
  }
  return 0;
}

const parts = z.tuple([z.string(), z.enum(['after', 'before'])], z.union([z.string(), z.number()]));

function placeIn(name: string, cursor: string): PageFrom<Position> {
  const [itsName, side, ...position] = readCursor(parts, cursor, 'cursor');
  if (itsName !== name) throw foreignCursor('cursor');
  return { side, position };
}

/** What a list by name is sorted by. */
export function byName({ name, id }: { readonly name: string; readonly id: string }): Position {
  return [name.toLowerCase(), id];
}

/** What a list by age is sorted by: the first part of an id is the time when it was made. */
export function byId({ id }: { readonly id: string }): Position {
  return [id];
}
