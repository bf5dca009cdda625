import type { ReactNode } from 'react';
import type { Link } from '#web/api.ts';
import { isLinkSort, type LinkSort, type Sorting } from './use-link-list.ts';
import { ColumnsMenu, type ColumnsMenuProps } from '#web/ui/table/columns-menu.tsx';
import type { Arranged, Density } from '#web/ui/table/layout.ts';
import { Table } from '#web/ui/table/table.tsx';
import type { TableProps } from '#web/ui/table/use-table-model.ts';
import { LinkActions, type LinkActionsProps } from './link-actions.tsx';
import { dateLabel, money, relativeDate, wholeNumber, withoutScheme } from '#web/format.ts';
import { MiddleCut } from '#web/ui/middle-cut.tsx';
import { actionsColumn, type Column } from '#web/ui/table/column.ts';
import { LinkIcons, LinkName, LinkNameLine } from './link-name.tsx';
import { OtherCurrencies } from '#web/features/events/other-currencies.tsx';

export type LinksTableProps = Arranged &
  Omit<LinkActionsProps, 'link'> &
  Pick<TableProps<Link>, 'selecting' | 'rowProps'> & {
    readonly links: readonly Link[];
    readonly sorting: Sorting;
    /** The folder and the tags of a link. */
    labels?: (link: Link) => ReactNode;
    onSort(sort: LinkSort): void;
  };

/** One page of links as a table, in the server's order. */
export function LinksTable(props: LinksTableProps) {
  const { links, sorting, labels, layout, onLayout, selecting, rowProps, onSort, ...actions } =
    props;
  return (
    <Table
      label="Links"
      columns={[
        ...linkColumns({ ...(labels && { labels }), density: layout.density }),
        linkActionsColumn(actions),
      ]}
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

/** Which columns of a list of links are shown, in which order and how wide. */
export function LinkColumnsMenu(props: Omit<ColumnsMenuProps, 'columns'>) {
  return <ColumnsMenu columns={linkColumns(props.layout)} hasDensity {...props} />;
}

/** The server sorts links by the id of each of these columns. */
type LinkColumn = Column<Link> & { readonly id: LinkSort };

type NameColumn = {
  /** The folder and the tags of a link. */
  labels?(link: Link): ReactNode;
  readonly density: Density;
};

/** The columns of a list of links. */
function linkColumns({ labels, density }: NameColumn): readonly LinkColumn[] {
  return [
    {
      name: 'Link',
      id: 'name',
      share: 30,
      isFixed: true,
      isSortable: true,
      cell: (link) => <NameCell link={link} labels={labels?.(link)} density={density} />,
    },
    ...otherColumns,
  ];
}

const otherColumns: readonly LinkColumn[] = [
  {
    name: 'Original URL',
    id: 'originalUrl',
    share: 22,
    isSortable: true,
    look: 'text-muted',
    cell: ({ originalUrl }) => <MiddleCut text={withoutScheme(originalUrl)} />,
  },
  {
    name: 'Clicks',
    id: 'totalClicks',
    share: 8.5,
    isSortable: true,
    isRight: true,
    cell: ({ totalClicks }) => count(totalClicks),
  },
  {
    name: 'Conv',
    id: 'totalConversions',
    share: 8,
    isSortable: true,
    isRight: true,
    cell: ({ totalConversions }) => count(totalConversions),
  },
  {
    name: 'Profit',
    id: 'totalProfit',
    share: 10.5,
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

type NameCellProps = {
  readonly link: Link;
  readonly labels: ReactNode;
  readonly density: Density;
};

function NameCell({ link, labels, density }: NameCellProps) {
  return (
    <div className="flex min-w-0 items-center gap-1">
      {density === 'compact' ? (
        <LinkNameLine link={link}>{labels}</LinkNameLine>
      ) : (
        <div className="grid min-w-0 grow grid-cols-1 gap-1">
          <LinkName link={link} />
          {labels}
        </div>
      )}
      <LinkIcons link={link} />
    </div>
  );
}

function Created({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={dateLabel(at)} className="whitespace-nowrap text-muted">
      {relativeDate(at)}
    </time>
  );
}

/** The profit in US dollars, with other currencies on lines below. */
function Profit({ link }: { readonly link: Link }) {
  if (link.totalProfit === null) return '—';
  return (
    <>
      {money(link.totalProfit)}
      <OtherCurrencies totals={link.otherCurrencies} amount="profit" />
    </>
  );
}

/** A count, or `—` while the numbers are unavailable. */
function count(value: number | null): string {
  return value === null ? '—' : wholeNumber(value);
}
