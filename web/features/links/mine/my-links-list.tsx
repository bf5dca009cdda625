import { withoutScheme } from '#web/format.ts';
import { LinksTable } from '#web/features/links/list/lazy-table.tsx';
import type { LinksTableProps } from '#web/features/links/list/links-table.tsx';
import { isSelected, type Selection } from './selection.ts';
import { LinkCardList, type LinkCardListProps } from '#web/features/links/list/link-card-list.tsx';
import { SelectBox } from '#web/ui/table/select-box.tsx';
import { labelsColumn, ShortLabels } from '#web/features/labels/label-chips.tsx';
import type { TableLayout } from '#web/ui/table/layout.ts';

type MyLinksTableProps = Omit<LinksTableProps, 'hasLabels' | 'selecting' | 'rowProps'> & {
  readonly selection: Selection;
  /** Selects or deselects links. */
  onSelect(ids: readonly string[], isOn: boolean): void;
};

/** One page of links whose rows can be selected and have the focus. */
export function MyLinksTable({ selection, onSelect, ...list }: MyLinksTableProps) {
  return (
    <LinksTable
      {...list}
      hasLabels
      selecting={{
        labelOf: ({ shortUrl }) => `Select ${withoutScheme(shortUrl)}`,
        labelOfAll: 'Select the links of this page',
        isSelected: ({ id }) => isSelected(selection, id),
        onSelect,
      }}
      rowProps={({ id }) => ({
        tabIndex: -1,
        'data-link': id,
        className: 'focus-visible:inset-ring-2 focus-visible:inset-ring-accent-text',
      })}
    />
  );
}

type MyLinksCardsProps = Omit<LinkCardListProps, 'before' | 'below'> & {
  readonly selection: Selection;
  readonly areLabelsShown: boolean;
  onSelect(ids: readonly string[], isOn: boolean): void;
};

/** The list of links on phones, whose cards can be selected. */
export function MyLinksCards(props: MyLinksCardsProps) {
  const { selection, areLabelsShown: isLabelled, onSelect, ...list } = props;
  return (
    <LinkCardList
      {...list}
      before={({ id, shortUrl }) => (
        <SelectBox
          label={`Select ${withoutScheme(shortUrl)}`}
          state={isSelected(selection, id) ? 'on' : 'off'}
          onChange={(isOn) => onSelect([id], isOn)}
        />
      )}
      {...(isLabelled && { below: (link) => <ShortLabels {...link} /> })}
    />
  );
}

export function areLabelsShown({ hidden }: TableLayout): boolean {
  return !hidden.includes(labelsColumn);
}
