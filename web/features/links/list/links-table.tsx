import type { Link } from '#web/api.ts';
import { isLinkSort, type LinkSort, type Sorting } from './use-link-list.ts';
import { ColumnsMenu, type ColumnsMenuProps } from '#web/ui/table/columns-menu.tsx';
import type { Arranged, Density } from '#web/ui/table/layout.ts';
import { Table } from '#web/ui/table/table.tsx';
import type { TableProps } from '#web/ui/table/use-table-model.ts';
import { LinkActions, type LinkActionsProps } from './link-actions.tsx';
import { dateLabel, relativeDate, withoutScheme } from '#web/format.ts';
import { MiddleCut } from '#web/ui/texts/middle-cut.tsx';
import { actionsColumn, type Column } from '#web/ui/table/column.ts';
import { LinkIcons, LinkName, LinkNameLine } from './link-name.tsx';
import { labelsColumn, ShortLabels } from '#web/features/labels/label-chips.tsx';
import { conversionsLabel, countLabel, profitsOf } from './link-numbers.ts';

export type LinksTableProps = Arranged &
  Omit<LinkActionsProps, 'link'> &
  Pick<TableProps<Link>, 'selecting' | 'rowProps'> & {
    readonly links: readonly Link[];
    readonly sorting: Sorting;
    /** Whether there is a column with the tags and folders. */
    readonly hasLabels?: boolean;
    onSort(sort: LinkSort): void;
  };

/** One page of links as a table, in the server's order. */
export function LinksTable(props: LinksTableProps) {
  const { links, sorting, hasLabels, layout, onLayout, selecting, rowProps, onSort, ...actions } =
    props;
  return (
    <Table
      label="Links"
      columns={[...linkColumns({ hasLabels, density: layout.density }), linkActionsColumn(actions)]}
      isCompact={layout.density === 'compact'}
      rows={links}
      keyOf={({ id }) => id}
      layout={layout}
      onLayout={onLayout}
      sorting={{
        by: sorting.sort,
        order: sorting.order,
        onSort: (by) => isLinkSort(by) && onSort(by),
      }}
      {...(selecting && { selecting })}
      {...(rowProps && { rowProps })}
    />
  );
}

export type LinkColumnsMenuProps = Omit<ColumnsMenuProps, 'columns'> &
  Pick<LinksTableProps, 'hasLabels'>;

/** Which columns of a list of links are shown, in which order and how wide. */
export function LinkColumnsMenu({ hasLabels, ...props }: LinkColumnsMenuProps) {
  const { density } = props.layout;
  return <ColumnsMenu columns={linkColumns({ hasLabels, density })} hasDensity {...props} />;
}

/** The server sorts links by the id of each of these columns but the labels. */
type LinkColumn = Column<Link> & { readonly id: LinkSort | typeof labelsColumn };

type ShownColumns = { readonly hasLabels: boolean | undefined; readonly density: Density };

/** The columns of a list of links. */
function linkColumns({ hasLabels, density }: ShownColumns): readonly LinkColumn[] {
  return [
    {
      name: 'Link',
      id: 'name',
      share: 31,
      isFixed: true,
      isSortable: true,
      cell: (link) => <NameCell link={link} density={density} />,
    },
    ...otherColumns.filter(({ id }) => id !== labelsColumn || hasLabels),
  ];
}

const otherColumns: readonly LinkColumn[] = [
  {
    name: 'Original URL',
    id: 'originalUrl',
    share: 15,
    isSortable: true,
    look: 'text-muted',
    cell: ({ originalUrl }) => <MiddleCut text={withoutScheme(originalUrl)} />,
  },
  {
    name: 'Tags',
    id: labelsColumn,
    share: 11.5,
    look: 'text-muted',
    cell: (link) => <ShortLabels {...link} />,
  },
  {
    name: 'Clicks',
    id: 'totalClicks',
    share: 8.8,
    isSortable: true,
    isRight: true,
    cell: ({ totalClicks }) => countLabel(totalClicks),
  },
  {
    name: 'Conv',
    hint: 'Conversions',
    id: 'totalConversions',
    share: 8,
    isSortable: true,
    isRight: true,
    cell: conversionsLabel,
  },
  {
    name: 'Profit',
    id: 'totalProfit',
    share: 10.7,
    isSortable: true,
    isRight: true,
    cell: (link) => <Profit link={link} />,
  },
  {
    name: 'Date',
    id: 'createdAt',
    share: 12.5,
    isSortable: true,
    isRight: true,
    cell: ({ createdAt }) => <Created at={createdAt} />,
  },
];

/** The menus of the links. */
function linkActionsColumn(actions: Omit<LinkActionsProps, 'link'>): Column<Link> {
  return actionsColumn((link) => <LinkActions link={link} {...actions} />);
}

type NameCellProps = { readonly link: Link; readonly density: Density };

/** The icons lie over the end of the name while the pointer or the focus is in the row. */
function NameCell({ link, density }: NameCellProps) {
  return (
    <div className="relative flex min-w-0 items-center">
      {density === 'compact' ? <LinkNameLine link={link} /> : <LinkName link={link} />}
      <LinkIcons link={link} className={iconsLook} />
    </div>
  );
}

const iconsLook =
  'absolute right-0 rounded-md bg-surface pl-1 opacity-0 group-hover/row:bg-raised group-hover/row:opacity-100 group-focus-visible/row:opacity-100 focus-within:opacity-100 [@media(hover:none)]:hidden';

function Created({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={dateLabel(at)} className="whitespace-nowrap text-muted">
      {relativeDate(at)}
    </time>
  );
}

/** The profit on one line: in US dollars, or in the only other currency. `+1`: further currencies. */
function Profit({ link }: { readonly link: Link }) {
  const [first, ...others] = profitsOf(link);
  if (others.length === 0) return first;
  return (
    <span title={[first, ...others].join(' + ')} className="relative">
      {first}
      <span aria-hidden className="absolute bottom-0 left-full ml-0.5 text-xs text-muted">
        +{others.length}
      </span>
      <span className="sr-only"> and {others.join(', ')}</span>
    </span>
  );
}
