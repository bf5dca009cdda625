import { useAtomValue } from 'jotai';
import type { Link } from '#web/api.ts';
import { withoutScheme } from '#web/format.ts';
import { LinkActions, type LinkActionsProps } from '#web/features/links/list/link-actions.tsx';
import { LinkHeaders, type LinksTableProps } from '#web/features/links/list/links-table.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { shownColumnsAtom } from './columns.ts';
import { LinkLabels } from './link-labels.tsx';
import { SelectBox } from './select-box.tsx';
import { isSelected, leavingAtom, type Selection } from './selection.ts';

type MyLinksTableProps = LinksTableProps & {
  readonly selection: Selection;
  /** Selects links, or takes them out. */
  onSelect(ids: readonly string[], isOn: boolean): void;
};

/** One page of links whose rows can be selected, with the chosen columns. */
export function MyLinksTable(props: MyLinksTableProps) {
  const { links, sorting, onSort, selection, onSelect, ...actions } = props;
  const columns = useAtomValue(shownColumnsAtom);
  const chosen = links.filter(({ id }) => isSelected(selection, id)).length;
  return (
    <table className="w-full table-fixed border-collapse">
      <thead>
        <tr>
          <th scope="col" className="w-11 border-b border-line pl-4 text-left">
            <SelectBox
              label="Select the links of this page"
              state={chosen === 0 ? 'off' : chosen === links.length ? 'on' : 'mixed'}
              onChange={(isOn) => onSelect(idsOf(links), isOn)}
            />
          </th>
          <LinkHeaders columns={columns} sorting={sorting} onSort={onSort} />
        </tr>
      </thead>
      <tbody>
        {links.map((link) => (
          <Row
            key={link.id}
            link={link}
            isOn={isSelected(selection, link.id)}
            onSelect={(isOn) => onSelect([link.id], isOn)}
            {...actions}
          />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = LinkActionsProps & { readonly isOn: boolean; onSelect(isOn: boolean): void };

function Row({ link, isOn, onSelect, ...actions }: RowProps) {
  const columns = useAtomValue(shownColumnsAtom);
  const isLeaving = useAtomValue(leavingAtom).has(link.id);
  return (
    <tr
      tabIndex={-1}
      data-link={link.id}
      className={classNames(
        'border-b border-line last:border-0 focus-visible:inset-ring-2 focus-visible:inset-ring-accent-text',
        isOn ? 'bg-accent-soft' : 'hover:bg-raised/50',
        isLeaving && 'line-through opacity-70',
      )}
    >
      <td className="pl-4">
        <SelectBox
          label={`Select ${withoutScheme(link.shortUrl)}`}
          state={isOn ? 'on' : 'off'}
          onChange={onSelect}
        />
      </td>
      {columns.map(({ sort, look, cell }) => (
        <td key={sort} className={classNames('px-3 py-2.5 first:pl-4', look)}>
          {cell(link, <LinkLabels link={link} />)}
        </td>
      ))}
      <td className="pr-3 text-right">
        <LinkActions link={link} {...actions} />
      </td>
    </tr>
  );
}

function idsOf(links: readonly Link[]): readonly string[] {
  return links.map(({ id }) => id);
}
