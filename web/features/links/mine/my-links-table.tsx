import { useAtomValue } from 'jotai';
import { withoutScheme } from '#web/format.ts';
import { LinksTable } from '#web/features/links/list/lazy-table.tsx';
import type { LinksTableProps } from '#web/features/links/list/links-table.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { areLabelsShown } from './columns.ts';
import { labelsOf } from './link-labels.tsx';
import { isSelected, leavingAtom, type Selection } from './selection.ts';

type MyLinksTableProps = Omit<LinksTableProps, 'labels' | 'selecting' | 'rowProps'> & {
  readonly selection: Selection;
  /** Selects links, or takes them out. */
  onSelect(ids: readonly string[], isOn: boolean): void;
};

/** One page of links whose rows can be selected and have the focus. */
export function MyLinksTable({ selection, onSelect, ...list }: MyLinksTableProps) {
  const leaving = useAtomValue(leavingAtom);
  return (
    <LinksTable
      {...list}
      {...(areLabelsShown(list.layout) && { labels: labelsOf })}
      selecting={{
        labelOf: ({ shortUrl }) => `Select ${withoutScheme(shortUrl)}`,
        labelOfAll: 'Select the links of this page',
        isSelected: ({ id }) => isSelected(selection, id),
        onSelect,
      }}
      rowProps={({ id }) => ({
        tabIndex: -1,
        'data-link': id,
        className: classNames(
          'focus-visible:inset-ring-2 focus-visible:inset-ring-accent-text',
          leaving.has(id) && 'line-through opacity-70',
        ),
      })}
    />
  );
}
