import { atom } from 'jotai';
import { linkColumns, type LinkColumn } from '#web/features/links/list/links-table.tsx';
import { foldersQuery, tagsQuery } from '#web/features/labels/labels.ts';
import { LabelsCell } from './labels-cell.tsx';

const key = 'waypost.links.columns';

/** A column of the table; one without `sort` cannot be sorted by. */
export type MyColumn = Omit<LinkColumn, 'sort'> & Partial<Pick<LinkColumn, 'sort'>>;

const labels: MyColumn = { name: 'Labels', width: 'w-[13%]', cell: LabelsCell };
const columns: readonly MyColumn[] = [...linkColumns.slice(0, 2), labels, ...linkColumns.slice(2)];

/** The columns that can be hidden: all but the link itself. */
export const optionalColumns = columns.slice(1);

const hiddenStateAtom = atom<readonly string[]>(stored());

/** The names of the hidden columns. They are kept in this browser. */
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

/** The chosen columns; the one of labels only for accounts that have some. */
export const shownColumnsAtom = atom((get): readonly MyColumn[] => {
  const hidden = get(hiddenStateAtom);
  const hasLabels = [get(tagsQuery), get(foldersQuery)].some(({ data = [] }) => data.length > 0);
  const shown = columns.filter(({ name }) => !hidden.includes(name));
  if (!hasLabels || hidden.includes(labels.name)) return shown.filter((each) => each !== labels);
  return shown.map((column, at) => (at === 0 ? { ...column, width: 'w-[26%]' } : column));
});

function stored(): readonly string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    if (!Array.isArray(names)) return [];
    return optionalColumns.map(({ name }) => name).filter((name) => names.includes(name));
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
