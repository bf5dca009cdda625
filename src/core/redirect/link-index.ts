import type { IsReserved } from '#core/links/names/reserved-words';
import { type LinkNames, linkNames } from './link-names.ts';
import type { RoutedLink } from './routed-link.ts';

/** A change of the index. */
export type IndexChange =
  | { readonly kind: 'put'; readonly link: RoutedLink }
  /** Erased links are deleted permanently: later visits of them are discarded. */
  | {
      readonly kind: 'removed';
      readonly linkId: string;
      /** The owner; null when the index did not have the link. */
      readonly userId: string | null;
      readonly isErased: boolean;
    };

/** A complete reload during which changes continue to arrive. */
export type WholeReading = {
  put(link: RoutedLink): void;
  erase(linkId: string): void;
  /**
   * The reload is complete: links that it did not name, and that were not put since it began, are
   * removed.
   */
  end(): void;
};

/** The changed state of a link, and the version that the change replaces. */
export type RevisedState = Pick<RoutedLink, 'version' | 'isActive' | 'expiresAtMs'> & {
  /** The version that it replaces. */
  readonly from: number;
};

/** Every link by which this instance redirects, in memory. */
export type LinkIndex = {
  /**
   * By exact code, else by alias without case; on a custom domain by `nameOn`. Never finds the
   * application's routes.
   */
  find(name: string): RoutedLink | undefined;
  /** By the number in click ids. */
  findByNumber(number: number): RoutedLink | undefined;
  /**
   * Applies the link unless a later version is there or it was erased; returns whether it did. The
   * index owns the object: `revise` changes it.
   */
  put(link: RoutedLink): boolean;
  /**
   * Applies a change when the link has the version that the change replaces; otherwise does
   * nothing.
   */
  revise(linkId: string, state: RevisedState): void;
  /** Whether a row of this version would be applied by `put`. */
  isNews(linkId: string, version: number): boolean;
  /** Deletes the link permanently: a late row does not restore it. */
  erase(linkId: string): void;
  /** Begins to reload all links and erasures. The rows of the reload replace older versions. */
  readWhole(): WholeReading;
  /** All links, as they were put and revised. */
  links(): IterableIterator<RoutedLink>;
  /** Decides again whether a link is blocked or leads to itself, and stores the result in the index. */
  judge(link: RoutedLink): void;
  erased(): IterableIterator<string>;
  size(): number;
  /** Calls the function after each change from now on. */
  watch(notify: (change: IndexChange) => void): void;
};

type Entry = { link: RoutedLink; reading: number };
type Judge = (link: RoutedLink) => boolean;
type Judgement = (link: RoutedLink) => RoutedLink;

/**
 * `isReserved` names the application's own routes, which take precedence over links. `isBlocked`
 * and `isLooping` are called once for each link that is put, and never for a visit.
 */
export function linkIndex(
  isReserved: IsReserved,
  isBlocked: Judge = () => false,
  isLooping: Judge = () => false,
): LinkIndex {
  const names = linkNames(isReserved);
  const watchers: ((change: IndexChange) => void)[] = [];
  const judged = judgedBy(isBlocked, isLooping);
  const notify = (change: IndexChange): void => {
    for (const watcher of watchers) watcher(change);
  };
  const { entries, tombstones, place, revise, erase, isNews, readWhole } = heldLinks(
    names,
    judged,
    notify,
  );

  return {
    find: names.find,
    findByNumber: names.findByNumber,
    put(link) {
      if (!isNews(link.id, link.version)) return false;
      place(link);
      return true;
    },
    revise,
    isNews,
    erase,
    readWhole,
    links: () => entries.values().map((entry) => entry.link),
    judge(link) {
      const isCurrent = entries.get(link.id)?.link === link;
      const now = judged(link);
      if (isCurrent && !isSameVerdict(names.findByNumber(link.number), now)) names.add(now);
    },
    erased: () => tombstones.keys(),
    size: () => entries.size,
    watch: (watcher) => void watchers.push(watcher),
  };
}

/** The links and the tombstones, and what changes them. */
function heldLinks(names: LinkNames, judged: Judgement, notify: (change: IndexChange) => void) {
  const entries = new Map<string, Entry>();
  /** Link id to the number of the reload in which it was erased. */
  const tombstones = new Map<string, number>();
  let reading = 0;

  const place = (link: RoutedLink): void => {
    const before = entries.get(link.id);
    if (before) names.remove(before.link);
    entries.set(link.id, { link, reading });
    names.add(judged(link));
    notify({ kind: 'put', link });
  };
  // Changes the object instead of putting another one into the maps: the garbage collector reads a
  // large map again after each change of it. Whether the link is blocked does not depend on its state.
  const revise: LinkIndex['revise'] = (linkId, { from, ...state }) => {
    const entry = entries.get(linkId);
    if (entry?.link.version !== from) return;
    const named = names.findByNumber(entry.link.number);
    setState(entry.link, state);
    if (named?.id === linkId) setState(named, state);
    entry.reading = reading;
    notify({ kind: 'put', link: entry.link });
  };
  const remove = (linkId: string, isErased: boolean): void => {
    const entry = entries.get(linkId);
    if (entry) names.remove(entry.link);
    entries.delete(linkId);
    notify({ kind: 'removed', linkId, userId: entry?.link.userId ?? null, isErased });
  };
  const erase = (linkId: string): void => {
    const isNew = !tombstones.has(linkId);
    tombstones.set(linkId, reading);
    if (isNew || entries.has(linkId)) remove(linkId, true);
  };
  const isNews = (linkId: string, version: number): boolean => {
    const before = entries.get(linkId);
    return !tombstones.has(linkId) && (before === undefined || before.link.version < version);
  };
  const readWhole = (): WholeReading => {
    reading += 1;
    return wholeReading({ current: reading, entries, tombstones, place, remove, erase });
  };
  return { entries, tombstones, place, revise, erase, isNews, readWhole };
}

type State = Omit<RevisedState, 'from'>;

/** Not by `Object.assign`, after which the garbage collector reads the whole object again. */
function setState(link: { -readonly [Key in keyof State]: State[Key] }, state: State): void {
  link.version = state.version;
  link.isActive = state.isActive;
  link.expiresAtMs = state.expiresAtMs;
}

function isSameVerdict(one: RoutedLink | undefined, other: RoutedLink): boolean {
  return one?.isBlocked === other.isBlocked && one?.isLooping === other.isLooping;
}

function judgedBy(isBlocked: Judge, isLooping: Judge): Judgement {
  return (link) => {
    if (isBlocked(link)) return { ...link, isBlocked: true };
    return isLooping(link) ? { ...link, isLooping: true } : link;
  };
}

/** The parts of the index that a reload uses; `current` is the reload's number. */
type Insides = {
  readonly current: number;
  readonly entries: Map<string, Entry>;
  readonly tombstones: Map<string, number>;
  place(link: RoutedLink): void;
  remove(linkId: string, isErased: boolean): void;
  erase(linkId: string): void;
};

/**
 * Links that were put or erased since the reload began carry its number, and are kept as they are.
 */
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
