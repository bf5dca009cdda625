import { atom } from 'jotai';
import { linkColumns, type LinkColumn } from '#web/features/links/list/links-table.tsx';

const key = 'waypost.links.columns';
const labels = 'Labels';

/** The names of what can be hidden in the table: the labels of a link, and all columns but its own. */
export const optionalColumns: readonly string[] = [
  labels,
  ...linkColumns.slice(1).map(({ name }) => name),
];

const hiddenStateAtom = atom<readonly string[]>(stored());

/** The names of what is hidden. They are kept in this browser. */
export const hiddenColumnsAtom = atom(
  (get) => get(hiddenStateAtom),
  (get, set, name: string): void => {
    const hidden = get(hiddenStateAtom);
    const after = hidden.includes(name)
      ? hidden.filter((each) => each !== name)
      : [...hidden, name];
    set(hiddenStateAtom, after);
    keep(after);
  },
);

export const shownColumnsAtom = atom((get): readonly LinkColumn[] => {
  const hidden = get(hiddenStateAtom);
  return linkColumns.filter(({ name }) => !hidden.includes(name));
});

/** Whether a link's folder and tags stand below its name. */
export const areLabelsShownAtom = atom((get) => !get(hiddenStateAtom).includes(labels));

function stored(): readonly string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    if (!Array.isArray(names)) return [];
    return optionalColumns.filter((name) => names.includes(name));
  } catch {
    return [];
  }
}

/** Without storage the choice lasts until the page is closed. */
function keep(hidden: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(hidden));
  } catch {
    // The browser forbids storage.
  }
}
