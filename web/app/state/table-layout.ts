import { atom, useAtom } from 'jotai';
import { atomPer } from './atom-per.ts';
import { storedAtom, storedJson } from './stored-atom.ts';
import { userIdAtom } from './account.ts';
import {
  type Arranged,
  isPlain,
  layoutFrom,
  plainLayout,
  type TableLayout,
} from '#web/ui/table/layout.ts';

/** The tables whose layout is kept. */
type Arrangeable =
  'links' | 'recent-links' | 'performance' | 'conversions' | 'clicks' | 'accounts' | 'jobs';

type Kept = { readonly table: Arrangeable; readonly userId: string };

const keptLayout = atomPer(({ table, userId }: Kept) =>
  storedAtom<TableLayout>({
    key: `waypost.table.${table}.${userId}`,
    read: (text) => layoutFrom(storedJson(text)),
    write: (layout) => (isPlain(layout) ? null : JSON.stringify(layout)),
  }),
);

/** How the person has arranged a table in this browser. */
const layoutAtom = atomPer((table: Arrangeable) =>
  atom(
    (get) => {
      const userId = get(userIdAtom);
      return userId === null ? plainLayout : get(keptLayout({ table, userId }));
    },
    (get, set, layout: TableLayout): void => {
      const userId = get(userIdAtom);
      if (userId !== null) set(keptLayout({ table, userId }), layout);
    },
  ),
);

/** A table's layout, kept for the person in this browser. */
export function useTableLayout(table: Arrangeable): Arranged {
  const [layout, onLayout] = useAtom(layoutAtom(table));
  return { layout, onLayout };
}
