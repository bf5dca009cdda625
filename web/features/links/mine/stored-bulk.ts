/** The last action on many links: its id, and the selected links that were on the screen. */
export type StoredBulk = { readonly id: string; readonly shown: readonly string[] };

const key = 'waypost.bulk';

/** The action that this tab started last, also before a reload; null for none. */
export function storedBulk(): StoredBulk | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isStoredBulk(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Without storage a reload takes the undo away. */
export function keepBulk(bulk: StoredBulk): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(bulk));
  } catch {
    // The browser forbids storage.
  }
}

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
