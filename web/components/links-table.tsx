import {
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import type { Link } from '#web/api.ts';
import { dateLabel, money, relativeDate, wholeNumber, withoutScheme } from '#web/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Pager } from '#web/ui/pager.tsx';
import { LinkActions, type LinkActionsProps } from './link-actions.tsx';
import { LinkBadges } from './link-badges.tsx';
import { LinkCardList } from './link-card-list.tsx';
import { OtherCurrencies } from './other-currencies.tsx';
import { useIsPhone } from './use-is-phone.ts';

const pageSize = 20;

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  sortFns: { basic: sortFn_basic },
});
const column = createColumnHelper<typeof features, Link>();
const columns = column.columns([
  column.accessor(({ shortUrl }) => shortUrl.toLowerCase(), {
    id: 'shortUrl',
    header: 'Link',
    sortFn: 'basic',
    cell: ({ row }) => <ShortLink link={row.original} />,
  }),
  column.accessor(({ originalUrl }) => originalUrl.toLowerCase(), {
    id: 'originalUrl',
    header: 'Original URL',
    sortFn: 'basic',
    cell: ({ row }) => <Destination url={row.original.originalUrl} />,
  }),
  column.accessor((link) => link.totalClicks ?? -1, {
    id: 'totalClicks',
    header: 'Clicks',
    sortFn: 'basic',
    sortDescFirst: true,
    cell: ({ row }) => count(row.original.totalClicks),
  }),
  column.accessor((link) => link.totalConversions ?? -1, {
    id: 'totalConversions',
    header: 'Conv',
    sortFn: 'basic',
    sortDescFirst: true,
    cell: ({ row }) => count(row.original.totalConversions),
  }),
  column.accessor((link) => link.totalProfit ?? -1, {
    id: 'totalProfit',
    header: 'Profit',
    sortFn: 'basic',
    sortDescFirst: true,
    cell: ({ row }) => <Profit link={row.original} />,
  }),
  column.accessor('createdAt', {
    header: 'Date',
    sortFn: 'basic',
    sortDescFirst: true,
    cell: ({ getValue }) => (
      <time
        dateTime={getValue()}
        title={dateLabel(getValue())}
        className="whitespace-nowrap text-muted"
      >
        {relativeDate(getValue())}
      </time>
    ),
  }),
]);

type LinksTableProps = Omit<LinkActionsProps, 'link'> & {
  readonly links: Link[];
  /** What was searched for to find these: another search begins on its first page. */
  readonly search: string;
};

/** Links as a table, on phones as cards; sorted and paged here, in the browser. */
export function LinksTable({ links, search, ...actions }: LinksTableProps) {
  const [page, setPage] = useState({ search, index: 0 });
  const lastIndex = Math.max(0, Math.ceil(links.length / pageSize) - 1);
  const pageIndex = page.search === search ? Math.min(page.index, lastIndex) : 0;
  const table = useTable({
    features,
    columns,
    data: links,
    state: { pagination: { pageIndex, pageSize } },
    getRowId: (link) => link.id,
  });
  const isPhone = useIsPhone();
  const rows = table.getRowModel().rows;
  const go = (index: number) => setPage({ search, index });

  return (
    <>
      {isPhone ? (
        <LinkCardList links={rows.map((row) => row.original)} {...actions} />
      ) : (
        <table className="w-full table-fixed border-collapse">
          <thead>
            <tr>
              {table.getFlatHeaders().map(({ column: each }) => (
                <SortableHeader
                  key={each.id}
                  id={each.id}
                  name={String(each.columnDef.header)}
                  direction={each.getIsSorted()}
                  onSort={() => {
                    each.toggleSorting();
                    go(0);
                  }}
                />
              ))}
              <th scope="col" className="w-14 border-b border-line">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} className="border-b border-line last:border-0 hover:bg-raised/50">
                {row.getAllCells().map((cell) => (
                  <td
                    key={cell.id}
                    className={classNames('px-4 py-2.5', cellClasses[cell.column.id])}
                  >
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
                <td className="pr-3 text-right">
                  <LinkActions link={row.original} {...actions} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pager pageIndex={pageIndex} pageSize={pageSize} total={links.length} onGo={go} />
    </>
  );
}

const cellClasses: Readonly<Record<string, string>> = {
  totalClicks: 'num text-right',
  totalConversions: 'num text-right',
  totalProfit: 'num text-right',
  createdAt: 'text-right',
};

const headerWidths: Readonly<Record<string, string>> = {
  shortUrl: 'w-[30%]',
  totalClicks: 'w-[10%]',
  totalConversions: 'w-[8%]',
  totalProfit: 'w-[11%]',
  createdAt: 'w-[13%]',
};

type SortableHeaderProps = {
  readonly id: string;
  readonly name: string;
  readonly direction: false | 'asc' | 'desc';
  onSort(): void;
};

function SortableHeader({ id, name, direction, onSort }: SortableHeaderProps) {
  const Arrow = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ChevronsUpDown;
  const isRight = cellClasses[id] !== undefined;
  return (
    <th
      scope="col"
      aria-sort={
        direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined
      }
      className={classNames('border-b border-line px-4 py-1.5', headerWidths[id])}
    >
      <button
        type="button"
        onClick={onSort}
        className={classNames(
          'group flex w-full items-center gap-1 rounded-sm py-1 text-xs font-medium hover:text-text',
          isRight && 'flex-row-reverse',
          direction ? 'text-text' : 'text-faint',
        )}
      >
        {name}
        <Arrow
          aria-hidden
          className={classNames(
            'size-3.5',
            !direction && 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
          )}
        />
      </button>
    </th>
  );
}

function ShortLink({ link }: { readonly link: Link }) {
  return (
    <div className="grid gap-0.5">
      <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-0.5">
        <a
          href={link.shortUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="max-w-full truncate rounded-sm font-semibold hover:text-accent-text hover:underline"
        >
          {withoutScheme(link.shortUrl)}
        </a>
        <LinkBadges link={link} />
      </span>
      {link.title && <span className="truncate text-sm text-faint">{link.title}</span>}
    </div>
  );
}

function Destination({ url }: { readonly url: string }) {
  return (
    <span title={url} className="block truncate text-muted">
      {withoutScheme(url)}
    </span>
  );
}

/** In dollars; other currencies stand below, each for itself. */
function Profit({ link }: { readonly link: Link }) {
  if (link.totalProfit === null) return '—';
  return (
    <>
      {money(link.totalProfit)}
      <OtherCurrencies totals={link.otherCurrencies} amount="profit" />
    </>
  );
}

/** `—` while the numbers are out of reach. */
function count(value: number | null): string {
  return value === null ? '—' : wholeNumber(value);
}
