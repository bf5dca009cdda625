import { useAtom } from 'jotai';
import { atomPer } from './atom-per.ts';
import { personalAtom } from './personal-atom.ts';
import { storedJson } from './stored-atom.ts';
import { type Arranged, isPlain, layoutFrom, type TableLayout } from '#web/ui/table/layout.ts';

/** The tables whose layout is kept. */
type Arrangeable =
  'links' | 'recent-links' | 'performance' | 'conversions' | 'clicks' | 'accounts' | 'jobs';

/** How the person has arranged a table in this browser. */
const layoutAtom = atomPer((table: Arrangeable) =>
  personalAtom<TableLayout>({
    key: `waypost.table.${table}.`,
    read: (text) => layoutFrom(storedJson(text)),
    write: (layout) => (isPlain(layout) ? null : JSON.stringify(layout)),
  }),
);

/** A table's layout, kept for the person in this browser. */
export function useTableLayout(table: Arrangeable): Arranged {
  const [layout, onLayout] = useAtom(layoutAtom(table));
  return { layout, onLayout };
}
