import { atom } from 'jotai';
import type { TimeRange } from '#web/api.ts';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import { firstPages } from './use-list-page.ts';
import { timeRangeOf } from './ranges.ts';
import type { Option } from '#web/ui/fields/option-list.tsx';
import { Select } from '#web/ui/fields/select.tsx';

/** The page's time range, kept in its address (`?range=30d`). */
export const timeRangeAtom = atom(
  (get) => timeRangeOf(get(searchParamsAtom)),
  (_, set, range: TimeRange): void =>
    set(searchParamsAtom, { ...firstPages, range, from: null, to: null }, { replace: true }),
);

const ranges: readonly Option<TimeRange>[] = [
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
];

type TimeRangeSelectProps = { readonly value: TimeRange; onChange(range: TimeRange): void };

export function TimeRangeSelect(props: TimeRangeSelectProps) {
  return <Select label="Time range" options={ranges} {...props} />;
}
