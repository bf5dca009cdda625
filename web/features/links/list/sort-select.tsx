import { Select } from '#web/ui/fields/select.tsx';
import type { Sorting } from './use-link-list.ts';

/** The orders that the headings of the table give, in words. */
const orders: readonly (Sorting & { readonly label: string })[] = [
  { sort: 'createdAt', order: 'desc', label: 'Newest first' },
  { sort: 'createdAt', order: 'asc', label: 'Oldest first' },
  { sort: 'totalClicks', order: 'desc', label: 'Most clicks' },
  { sort: 'totalClicks', order: 'asc', label: 'Fewest clicks' },
  { sort: 'totalConversions', order: 'desc', label: 'Most conversions' },
  { sort: 'totalConversions', order: 'asc', label: 'Fewest conversions' },
  { sort: 'totalProfit', order: 'desc', label: 'Highest profit' },
  { sort: 'totalProfit', order: 'asc', label: 'Lowest profit' },
  { sort: 'name', order: 'asc', label: 'Name, A to Z' },
  { sort: 'name', order: 'desc', label: 'Name, Z to A' },
  { sort: 'originalUrl', order: 'asc', label: 'Original URL, A to Z' },
  { sort: 'originalUrl', order: 'desc', label: 'Original URL, Z to A' },
];

const options = orders.map(({ label, ...sorting }) => ({ value: keyOf(sorting), label }));

type SortSelectProps = {
  readonly sorting: Sorting;
  readonly className?: string;
  onSort(sorting: Sorting): void;
};

/** Sorts a list of links on phones, whose cards have no headings. */
export function SortSelect({ sorting, onSort, ...look }: SortSelectProps) {
  const choose = (wanted: string) => {
    const chosen = orders.find((each) => keyOf(each) === wanted);
    if (chosen) onSort(chosen);
  };
  return (
    <Select label="Sort by" value={keyOf(sorting)} options={options} onChange={choose} {...look} />
  );
}

function keyOf({ sort, order }: Sorting): string {
  return `${sort} ${order}`;
}
