import { foldName } from '#core/links/alias';
import type { IsReserved } from '#core/links/reserved-words';
import type { RoutedLink } from './routed-link.ts';

/** What happened to the index. */
export type IndexChange =
  | { readonly kind: 'put'; readonly link: RoutedLink }
  /** Erased links are deleted for good: what still comes of them is discarded. */
  | { readonly kind: 'removed'; readonly linkId: string; readonly isErased: boolean };

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
  /** Applies the link unless a later version is there or it has been erased; says whether it did. */
  put(link: RoutedLink): boolean;
  /** The link is deleted for good: no late reading brings it back. */
  erase(linkId: string): void;
  /** Begins to read all links and erasures anew: whatever the truth says wins over older versions. */
  readWhole(): WholeReading;
  links(): IterableIterator<RoutedLink>;
  erased(): IterableIterator<string>;
  size(): number;
  /** Calls `tell` after each change from now on. */
  watch(tell: (change: IndexChange) => void): void;
};

type Entry = { link: RoutedLink; reading: number };

/** `isReserved` names the application's own routes, which come before any link. */
export function linkIndex(isReserved: IsReserved): LinkIndex {
  const entries = new Map<string, Entry>();
  const codes = new Map<string, RoutedLink>();
  const aliases = new Map<string, RoutedLink>();
  const watchers: ((change: IndexChange) => void)[] = [];
  /** Link id to the reading in which it was erased. */
  const tombstones = new Map<string, number>();
  let reading = 0;

  const tell = (change: IndexChange): void => {
    for (const watcher of watchers) watcher(change);
  };
  const unname = (link: RoutedLink): void => {
    if (codes.get(link.code)?.id === link.id) codes.delete(link.code);
    for (const alias of link.aliases) {
      if (aliases.get(alias)?.id === link.id) aliases.delete(alias);
    }
  };
  const place = (link: RoutedLink): void => {
    const before = entries.get(link.id);
    if (before) unname(before.link);
    entries.set(link.id, { link, reading });
    codes.set(link.code, link);
    for (const alias of link.aliases) if (!isReserved(alias)) aliases.set(alias, link);
    tell({ kind: 'put', link });
  };
  const remove = (linkId: string, isErased: boolean): void => {
    const entry = entries.get(linkId);
    if (entry) unname(entry.link);
    entries.delete(linkId);
    tell({ kind: 'removed', linkId, isErased });
  };
  const erase = (linkId: string): void => {
    const isNew = !tombstones.has(linkId);
    tombstones.set(linkId, reading);
    if (isNew || entries.has(linkId)) remove(linkId, true);
  };

  return {
    find: (name) => codes.get(name) ?? aliases.get(foldName(name)),
    put(link) {
      const before = entries.get(link.id);
      if (tombstones.has(link.id) || (before && before.link.version >= link.version)) return false;
      place(link);
      return true;
    },
    erase,
    readWhole() {
      reading += 1;
      const current = reading;
      return {
        put(link) {
          const before = entries.get(link.id);
          const tombstone = tombstones.get(link.id);
          if (tombstone === current) return;
          if (tombstone !== undefined) tombstones.delete(link.id);
          if (!before || before.link.version < link.version) return place(link);
          const isUntouched = before.reading < current && before.link.version > link.version;
          if (isUntouched) place(link);
          else before.reading = current;
        },
        erase,
        end() {
          for (const [id, entry] of entries) if (entry.reading < current) remove(id, false);
          for (const [id, erasedIn] of tombstones) if (erasedIn < current) tombstones.delete(id);
        },
      };
    },
    links: () => map(entries.values(), (entry) => entry.link),
    erased: () => tombstones.keys(),
    size: () => entries.size,
    watch: (watcher) => void watchers.push(watcher),
  };
}

function* map<From, To>(values: Iterable<From>, to: (value: From) => To): IterableIterator<To> {
  for (const value of values) yield to(value);
}
