import { useAtomValue } from 'jotai';
import { withoutScheme } from '#web/format.ts';
import { LinksTable } from '#web/features/links/list/lazy-table.tsx';
import type { LinksTableProps } from '#web/features/links/list/links-table.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { isSelected, leavingAtom, type Selection } from './selection.ts';
import { LinkCardList } from '#web/features/links/list/link-card-list.tsx';
import type { LinkActionsProps } from '#web/features/links/list/link-actions.tsx';
import type { Link } from '#web/api.ts';
import { SelectBox } from '#web/ui/table/select-box.tsx';
import { Folder } from 'lucide-react';
import type { ReactNode } from 'react';
import { TagDot } from '#web/features/labels/label-chips.tsx';
import type { TableLayout } from '#web/ui/table/layout.ts';

type MyLinksTableProps = Omit<LinksTableProps, 'labels' | 'selecting' | 'rowProps'> & {
  readonly selection: Selection;
  /** Selects or deselects links. */
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

type MyLinksCardsProps = Omit<LinkActionsProps, 'link'> & {
  readonly links: readonly Link[];
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
      {...(isLabelled && { below: labelsOf })}
    />
  );
}

/** The folder and the tags of a link; null when it has none. */
function labelsOf({ folder, tags }: Link): ReactNode {
  if (folder === null && tags.length === 0) return null;
  return (
    <span className="flex min-w-0 flex-wrap gap-1 max-md:mt-1">
      {folder && (
        <span className={label}>
          <Folder aria-label="Folder" className="size-3 shrink-0" />
          <span dir="auto" className="truncate">
            {folder.name}
          </span>
        </span>
      )}
      {tags.map(({ id, name, color }) => (
        <span key={id} className={label}>
          <TagDot color={color} />
          <span dir="auto" className="truncate">
            {name}
          </span>
        </span>
      ))}
    </span>
  );
}

const label =
  'inline-flex max-w-full items-center gap-1.5 rounded-sm bg-raised px-1.5 py-px text-[11px] leading-4 font-medium text-muted';

/** The folder and the tags of a link, which are shown below its name. */
export const labelsPart = { name: 'Labels', id: 'labels' } as const;

export function areLabelsShown({ hidden }: TableLayout): boolean {
  return !hidden.includes(labelsPart.id);
}
