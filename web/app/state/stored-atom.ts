import { atom } from 'jotai';

export type Setting<T> = {
  readonly key: string;
  /** `browser`: for all tabs, and when the browser starts again. `tab`: until the tab is closed. */
  readonly place?: Place;
  /** Converts a stored text, which may be damaged, to a value. Null: nothing is stored. */
  read(text: string | null): T;
  /** Converts a value to the text to store. Null: the entry is removed. */
  write(value: T): string | null;
};

type Place = 'browser' | 'tab';

/**
 * A setting that the browser stores. Browsers can forbid storage, and storage can be full: then the
 * setting lasts until the page is closed. A write takes a value, or a function of the currently
 * stored value, which another tab may have written.
 */
export function storedAtom<T>({ key, place = 'browser', read, write }: Setting<T>) {
  const stored = () => read(storedText(place, key));
  const writtenAtom = atom<{ readonly value: T } | null>(null);
  return atom(
    (get): T => (get(writtenAtom) ?? { value: stored() }).value,
    (_, set, change: T | ((before: T) => T)): void => {
      const value = isStep(change) ? change(stored()) : change;
      storeText(place, key, write(value));
      set(writtenAtom, { value });
    },
  );
}

function isStep<T>(change: T | ((before: T) => T)): change is (before: T) => T {
  return typeof change === 'function';
}

/** Reads a stored text as JSON. A damaged text is null. */
export function storedJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** Prefixes of the keys under which the browser stores what a person wrote or opened. */
export const personalKeys = {
  sql: 'waypost.sql.',
  qr: 'waypost.qr',
  draft: 'waypost.draft.',
  opened: 'waypost.opened.',
} as const;

/** Removes what people wrote or opened from this browser's storage. */
export function forgetPersonal(): void {
  const isPersonal = (key: string) =>
    Object.values(personalKeys).some((own) => key.startsWith(own));
  for (const key of keysOfBrowser().filter(isPersonal)) storeText('browser', key, null);
}

/** Texts that could not be stored, by place and key. */
const unstored = new Map<string, string | null>();

function storedText(place: Place, key: string): string | null {
  const text = unstored.get(`${place} ${key}`);
  if (text !== undefined) return text;
  try {
    return storageOf(place).getItem(key);
  } catch {
    return null;
  }
}

function storeText(place: Place, key: string, text: string | null): void {
  try {
    if (text === null) storageOf(place).removeItem(key);
    else storageOf(place).setItem(key, text);
    unstored.delete(`${place} ${key}`);
  } catch {
    unstored.set(`${place} ${key}`, text);
  }
}

function keysOfBrowser(): readonly string[] {
  try {
    return Object.keys(storageOf('browser'));
  } catch {
    return [];
  }
}

/** Throws where the browser forbids storage. */
function storageOf(place: Place): Storage {
  return place === 'browser' ? window.localStorage : window.sessionStorage;
}
