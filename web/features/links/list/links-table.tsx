import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Link } from '#web/api.ts';
import { dateLabel, money, relativeDate, wholeNumber, withoutScheme } from '#web/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { MiddleCut } from '#web/ui/middle-cut.tsx';
import { LinkActions, type LinkActionsProps } from './link-actions.tsx';
import { LinkIcons, LinkName } from './link-name.tsx';
import { OtherCurrencies } from '#web/features/events/other-currencies.tsx';
import type { LinkSort, Sorting } from './use-link-list.ts';

export type LinkColumn = {
  readonly name: string;
  readonly sort: LinkSort;
  readonly width?: string;
  /** Classes of the cells. */
  readonly look?: string;
  /** `below` stands below the name of the link, in its column alone. */
  cell(link: Link, below?: ReactNode): ReactNode;
};

export const linkColumns: readonly LinkColumn[] = [
  {
    name: 'Link',
    sort: 'name',
    width: 'w-[31%]',
    cell: (link, below) => <NameCell link={link} below={below} />,
  },
  {
    name: 'Original URL',
    sort: 'originalUrl',
    look: 'text-muted',
    cell: ({ originalUrl }) => <MiddleCut text={withoutScheme(originalUrl)} />,
  },
  {
    name: 'Clicks',
    sort: 'totalClicks',
    width: 'w-[8.5%]',
    look: 'num text-right',
    cell: ({ totalClicks }) => count(totalClicks),
  },
  {
    name: 'Conv',
    sort: 'totalConversions',
    width: 'w-[8%]',
    look: 'num text-right',
    cell: ({ totalConversions }) => count(totalConversions),
  },
  {
    name: 'Profit',
    sort: 'totalProfit',
    width: 'w-[9.5%]',
    look: 'num text-right',
    cell: (link) => <Profit link={link} />,
  },
  {
    name: 'Date',
    sort: 'createdAt',
    width: 'w-[11%]',
    look: 'text-right',
    cell: ({ createdAt }) => <Created at={createdAt} />,
  },
];

export type LinksTableProps = Omit<LinkActionsProps, 'link'> & {
  readonly links: readonly Link[];
  readonly sorting: Sorting;
  onSort(sort: LinkSort): void;
};

/** One page of links as a table, in the server's order. */
export function LinksTable({ links, sorting, onSort, ...actions }: LinksTableProps) {
  return (
    <table className="w-full table-fixed border-collapse">
      <thead>
        <tr>
          <LinkHeaders columns={linkColumns} sorting={sorting} onSort={onSort} />
        </tr>
      </thead>
      <tbody>
        {links.map((link) => (
          <tr key={link.id} className="border-b border-line last:border-0 hover:bg-raised/50">
            {linkColumns.map(({ sort, look, cell }) => (
              <td key={sort} className={classNames('px-3 py-2.5 first:pl-4', look)}>
                {cell(link)}
              </td>
            ))}
            <td className="pr-3 text-right">
              <LinkActions link={link} {...actions} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type LinkHeadersProps = Pick<LinksTableProps, 'sorting' | 'onSort'> & {
  readonly columns: readonly LinkColumn[];
};

/** The names of the columns, and the one of the actions. */
export function LinkHeaders({ columns, sorting, onSort }: LinkHeadersProps) {
  return (
    <>
      {columns.map((column) => (
        <SortableHeader key={column.sort} column={column} sorting={sorting} onSort={onSort} />
      ))}
      <th scope="col" className="w-12 border-b border-line">
        <span className="sr-only">Actions</span>
      </th>
    </>
  );
}

type SortableHeaderProps = {
  readonly column: LinkColumn;
  readonly sorting: Sorting;
  onSort(sort: LinkSort): void;
};

function SortableHeader({ column, sorting, onSort }: SortableHeaderProps) {
  const { name, sort, width, look } = column;
  const order = sorting.sort === sort ? sorting.order : null;
  const Arrow = order === 'asc' ? ArrowUp : order === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <th
      scope="col"
      aria-sort={order === null ? undefined : order === 'asc' ? 'ascending' : 'descending'}
      className={classNames('border-b border-line px-3 py-1.5 first:pl-4', width)}
    >
      <button
        type="button"
        onClick={() => onSort(sort)}
        className={classNames(
          'group flex w-full items-center gap-1 rounded-sm py-1 text-xs font-medium hover:text-text',
          look?.includes('text-right') && 'flex-row-reverse',
          order ? 'text-text' : 'text-faint',
        )}
      >
        {name}
        <Arrow
          aria-hidden
          className={classNames(
            'size-3.5 shrink-0',
            !order && 'opacity-60 group-hover:opacity-100',
          )}
        />
      </button>
    </th>
  );
}

function NameCell({ link, below }: { readonly link: Link; readonly below: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-1">
      <div className="grid min-w-0 grow grid-cols-1">
        <LinkName link={link} />
        {below}
      </div>
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
