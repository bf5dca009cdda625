import { storedAtom, storedJson } from '#web/app/state/stored-atom.ts';

/** The last action on many links: its id, and the selected links that were on the screen. */
export type StoredBulk = { readonly id: string; readonly shown: readonly string[] };

/** The action that this tab started last, also before a reload; null for none. */
export const storedBulkAtom = storedAtom<StoredBulk | null>({
  key: 'waypost.bulk',
  place: 'tab',
  read(text) {
    const stored = storedJson(text);
    return isStoredBulk(stored) ? stored : null;
  },
  write: (bulk) => JSON.stringify(bulk),
});

function isStoredBulk(value: unknown): value is StoredBulk {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'shown' in value &&
    Array.isArray(value.shown) &&
    value.shown.every((each) => typeof each === 'string')
  );
}
