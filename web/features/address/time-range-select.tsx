import type { TimeRange } from '#web/api.ts';
import type { Option } from '#web/ui/fields/option-list.tsx';
import { Select } from '#web/ui/fields/select.tsx';

const ranges: readonly Option<TimeRange>[] = [
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
];

type TimeRangeSelectProps = { readonly value: TimeRange; onChange(range: TimeRange): void };

export function TimeRangeSelect(props: TimeRangeSelectProps) {
  return <Select label="Time range" options={ranges} {...props} />;
}
