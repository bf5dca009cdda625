import { atom } from 'jotai';
import { storedAtom, storedJson } from '#web/app/state/stored-atom.ts';
import { linkColumns, type LinkColumn } from '#web/features/links/list/links-table.tsx';

const labels = 'Labels';

/** The names of what can be hidden in the table: the labels of a link, and all columns but its own. */
export const optionalColumns: readonly string[] = [
  labels,
  ...linkColumns.slice(1).map(({ name }) => name),
];

const storedHiddenAtom = storedAtom<readonly string[]>({
  key: 'waypost.links.columns',
  read(text) {
    const names = storedJson(text);
    return Array.isArray(names) ? optionalColumns.filter((name) => names.includes(name)) : [];
  },
  write: (hidden) => JSON.stringify(hidden),
});

/** The names of what is hidden. They are kept in this browser. Writing a name shows or hides it. */
export const hiddenColumnsAtom = atom(
  (get) => get(storedHiddenAtom),
  (_, set, name: string): void =>
    set(storedHiddenAtom, (hidden) =>
      hidden.includes(name) ? hidden.filter((each) => each !== name) : [...hidden, name],
    ),
);

export const shownColumnsAtom = atom((get): readonly LinkColumn[] => {
  const hidden = get(storedHiddenAtom);
  return linkColumns.filter(({ name }) => !hidden.includes(name));
});

/** Whether a link's folder and tags stand below its name. */
export const areLabelsShownAtom = atom((get) => !get(storedHiddenAtom).includes(labels));
