import { expect, test } from 'bun:test';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Column } from '#web/ui/table/column.ts';
import { plainLayout, type TableLayout } from '#web/ui/table/layout.ts';
import { Table } from '#web/ui/table/table.tsx';
import type { TableProps } from '#web/ui/table/use-table-model.ts';

type Row = { readonly name: string; readonly clicks: number };

const columns: readonly Column<Row>[] = [
  { name: 'Name', isFixed: true, isSortable: true, sortBy: ({ name }) => name, cell: nameOf },
  { name: 'Clicks', sortBy: ({ clicks }) => clicks, cell: ({ clicks }) => clicks },
];
const rows = [
  { name: 'b', clicks: 1 },
  { name: 'a', clicks: 2 },
];

function nameOf({ name }: Row): string {
  return name;
}

function markup(props: Partial<TableProps<Row>> = {}): string {
  return renderToStaticMarkup(
    createElement(Table<Row>, { label: 'Rows', columns, rows, keyOf: nameOf, ...props }),
  );
}

const arranged = (layout: Partial<TableLayout>) => ({
  layout: { ...plainLayout, ...layout },
  onLayout: () => {},
});

test('a part of a list cannot be sorted, as it would pass for the whole', () => {
  expect(markup()).not.toContain('<button');
});

test('a whole list can be sorted by each column that has an order', () => {
  expect(markup({ isWhole: true }).match(/<button/g)).toHaveLength(2);
});

test('a list that the server sorts can be sorted as the server can, and says how it is', () => {
  const sorting = { by: 'Name', order: 'desc', onSort: () => {} } as const;
  const shown = markup({ sorting });
  expect(shown.match(/<button/g)).toHaveLength(1);
  expect(shown.match(/aria-sort="[a-z]+"/g)).toEqual(['aria-sort="descending"']);
  // In the server's order, whatever is in the rows.
  expect(shown.indexOf('>b<')).toBeLessThan(shown.indexOf('>a<'));
});

test('a hidden column has neither head nor cells; a fixed one is always shown', () => {
  const shown = markup(arranged({ hidden: ['Clicks', 'Name'] }));
  expect(shown.match(/<th /g)).toHaveLength(1);
  expect(shown.match(/<td /g)).toHaveLength(rows.length);
  expect(shown).toContain('Name</span>');
});
