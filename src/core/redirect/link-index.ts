import type { IsReserved } from '#core/links/reserved-words';
import { linkNames } from './link-names.ts';
import type { RoutedLink } from './routed-link.ts';

/** What happened to the index. */
export type IndexChange =
  | { readonly kind: 'put'; readonly link: RoutedLink }
  /** Erased links are deleted for good: what still comes of them is discarded. */
  | {
      readonly kind: 'removed';
      readonly linkId: string;
      /** Whose it was; null when the index did not hold it. */
      readonly userId: string | null;
      readonly isErased: boolean;
    };

/** A reading of the whole truth while changes go on arriving. */
export type WholeReading = {
  put(link: RoutedLink): void;
  erase(linkId: string): void;
  /** All has been read: what it did not name, and nobody has put since it began, is removed. */
  end(): void;
};

/** Every link that this instance redirects by, in memory. */
export type LinkIndex = {
  /** By exact code, else by alias in any case. Application routes are never found. */
  find(name: string): RoutedLink | undefined;
  /** By the number that click ids name. */
  findByNumber(number: number): RoutedLink | undefined;
  /** Applies the link unless a later version is there or it has been erased; says whether it did. */
  put(link: RoutedLink): boolean;
  /** The link is deleted for good: no late reading brings it back. */
  erase(linkId: string): void;
  /** Begins to read all links and erasures anew: whatever the truth says wins over older versions. */
  readWhole(): WholeReading;
  /** Every link, as it was put. */
  links(): IterableIterator<RoutedLink>;
  /** Asks anew whether a link is blocked, and finds it so from then on. */
  judge(link: RoutedLink): void;
  erased(): IterableIterator<string>;
  size(): number;
  /** Calls `tell` after each change from now on. */
  watch(tell: (change: IndexChange) => void): void;
};

type Entry = { link: RoutedLink; reading: number };
type Judge = (link: RoutedLink) => boolean;

/**
 * `isReserved` names the application's own routes, which come before any link. `isBlocked` and
 * `isLooping` are asked once for each link that is put, and never for a visit.
 */
export function linkIndex(
  isReserved: IsReserved,
  isBlocked: Judge = () => false,
  isLooping: Judge = () => false,
): LinkIndex {
  const entries = new Map<string, Entry>();
  const names = linkNames(isReserved);
  const watchers: ((change: IndexChange) => void)[] = [];
  /** Link id to the reading in which it was erased. */
  const tombstones = new Map<string, number>();
  let reading = 0;

  const judged = judgedBy(isBlocked, isLooping);
  const tell = (change: IndexChange): void => {
    for (const watcher of watchers) watcher(change);
  };
  const place = (link: RoutedLink): void => {
    const before = entries.get(link.id);
    if (before) names.remove(before.link);
    entries.set(link.id, { link, reading });
    names.add(judged(link));
    tell({ kind: 'put', link });
  };
  const remove = (linkId: string, isErased: boolean): void => {
    const entry = entries.get(linkId);
    if (entry) names.remove(entry.link);
    entries.delete(linkId);
    tell({ kind: 'removed', linkId, userId: entry?.link.userId ?? null, isErased });
  };
  const erase = (linkId: string): void => {
    const isNew = !tombstones.has(linkId);
    tombstones.set(linkId, reading);
    if (isNew || entries.has(linkId)) remove(linkId, true);
  };

  return {
    find: names.find,
    findByNumber: names.findByNumber,
    put(link) {
      const before = entries.get(link.id);
      if (tombstones.has(link.id) || (before && before.link.version >= link.version)) return false;
      place(link);
      return true;
    },
    erase,
    readWhole() {
      reading += 1;
      return wholeReading({ current: reading, entries, tombstones, place, remove, erase });
    },
    links: () => entries.values().map((entry) => entry.link),
    judge(link) {
      const found = names.findByNumber(link.number);
      const isCurrent = entries.get(link.id)?.link === link;
      if (isCurrent && (found?.isBlocked ?? false) !== isBlocked(link)) names.add(judged(link));
    },
    erased: () => tombstones.keys(),
    size: () => entries.size,
    watch: (watcher) => void watchers.push(watcher),
  };
}

function judgedBy(isBlocked: Judge, isLooping: Judge): (link: RoutedLink) => RoutedLink {
  return (link) => {
    if (isBlocked(link)) return { ...link, isBlocked: true };
    return isLooping(link) ? { ...link, isLooping: true } : link;
  };
}

/** What the index lets a reading do; `current` is the reading's number. */
type Insides = {
  readonly current: number;
  readonly entries: Map<string, Entry>;
  readonly tombstones: Map<string, number>;
  place(link: RoutedLink): void;
  remove(linkId: string, isErased: boolean): void;
  erase(linkId: string): void;
};

/** Whatever was put or erased since the reading began carries its number, and stays as it is. */
function wholeReading(insides: Insides): WholeReading {
  const { current, entries, tombstones, place, remove, erase } = insides;

  return {
    put(link) {
      if (tombstones.get(link.id) === current) return;
      tombstones.delete(link.id);
      const before = entries.get(link.id);
      const isOlder = before !== undefined && before.link.version < link.version;
      const isRestored =
        before !== undefined && before.reading < current && before.link.version > link.version;
      if (before === undefined || isOlder || isRestored) place(link);
      else before.reading = current;
    },
    erase,
    end() {
      for (const [id, entry] of entries) if (entry.reading < current) remove(id, false);
      for (const [id, erasedIn] of tombstones) if (erasedIn < current) tombstones.delete(id);
    },
  };
}
