import type { ReactNode } from 'react';
import type { Link } from '#web/api.ts';
import { isLinkSort, type LinkSort, type Sorting } from './use-link-list.ts';
import { ColumnsMenu, type ColumnsMenuProps } from '#web/ui/table/columns-menu.tsx';
import type { Arranged } from '#web/ui/table/layout.ts';
import { Table } from '#web/ui/table/table.tsx';
import type { TableProps } from '#web/ui/table/use-table-model.ts';
import type { LinkActionsProps } from './link-actions.tsx';
import { linkActionsColumn, linkColumns } from './link-columns.tsx';

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
