import { useAtom, useAtomValue } from 'jotai';
import { useState } from 'react';
import {
  comparisonAtom,
  rangeAtom,
  unitAtom,
} from '#web/features/analytics/report/report-state.ts';
import { type Option, Select } from '#web/ui/fields/select.tsx';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import {
  comparisons,
  daysLabel,
  isAllTime,
  localDay,
  type Preset,
  presets,
  unitChoices,
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

const unitWords = { day: 'By day', week: 'By week', month: 'By month' } as const;

/**
 * The unit of the chart's points. A unit that does not fit is disabled and says why. For all time, the
 * server chooses the unit until the person does.
 */
export function UnitSelect() {
  const [unit, setUnit] = useAtom(unitAtom);
  const range = useAtomValue(rangeAtom);
  const choices = unitChoices(range, useAtomValue(comparisonAtom));
  const words = isAllTime(range) ? { ...unitWords, day: 'Automatic' } : unitWords;
  if (choices.length === 0) return null;
  return (
    <Select
      label="Unit of the chart"
      value={unit}
      options={choices.map(({ unit: value, problem }) => ({
        value,
        label: problem === null ? words[value] : `${words[value]}: ${problem}`,
        isDisabled: problem !== null,
      }))}
      onChange={setUnit}
      className="w-[118px] shrink-0"
    />
  );
}

const nothingBefore: readonly Option<'none'>[] = [
  { value: 'none', label: 'No comparison: all time' },
];

/** Chooses the comparison of the report. Nothing is before all time. */
export function ComparisonSelect() {
  const [comparison, setComparison] = useAtom(comparisonAtom);
  return (
    <Select
      label="Compare with"
      value={comparison}
      options={isAllTime(useAtomValue(rangeAtom)) ? nothingBefore : comparisons}
      onChange={setComparison}
    />
  );
}
