import { useAtom } from 'jotai';
import { useState } from 'react';
import { comparisonAtom, rangeAtom } from '#web/features/analytics/report/report-state.ts';
import { type Option, Select } from '#web/ui/fields/select.tsx';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import {
  comparisons,
  daysLabel,
  localDay,
  type Preset,
  presets,
} from '#web/features/address/ranges.ts';

const CustomDaysDialog = lazyDialog(
  async () => (await import('./custom-days-dialog.tsx')).CustomDaysDialog,
  ({ isOpen }) => isOpen,
);

type Choice = Preset | 'days' | 'other';

/** The report's range: one of the usual ones, or days of the person's choice. */
export function RangePicker() {
  const [range, setRange] = useAtom(rangeAtom);
  const [isOpen, setIsOpen] = useState(false);
  const isCustom = range.kind === 'days';
  const options: Option<Choice>[] = [
    ...presets,
    ...(isCustom
      ? [{ value: 'days', label: daysLabel(range, localDay(new Date())) } as const]
      : []),
    { value: 'other', label: 'Custom days...' },
  ];
  const choose = (choice: Choice) => {
    if (choice === 'other') setIsOpen(true);
    else if (choice !== 'days') setRange({ kind: 'preset', preset: choice });
  };
  return (
    <>
      <Select
        label="Time range"
        value={isCustom ? 'days' : range.preset}
        options={options}
        onChange={choose}
      />
      <CustomDaysDialog
        isOpen={isOpen}
        range={range}
        onChoose={(days) => setRange({ kind: 'days', ...days })}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

/** Chooses the comparison of the report. */
export function ComparisonSelect() {
  const [comparison, setComparison] = useAtom(comparisonAtom);
  return (
    <Select
      label="Compare with"
      value={comparison}
      options={comparisons}
      onChange={setComparison}
    />
  );
}
