import { type SubmitEvent, useState } from 'react';
import { Dialog, DialogForm } from '#web/ui/floating/dialog.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import {
  type Days,
  type DaysProblem,
  localDay,
  problemOf,
  type ReportRange,
} from '#web/features/address/ranges.ts';

type CustomDaysDialogProps = {
  readonly isOpen: boolean;
  /** The current range. */
  readonly range: ReportRange;
  onChoose(days: Days): void;
  onClose(): void;
};

/** A dialog to choose the first and the last day. A single day is shown by its hours. */
export function CustomDaysDialog({ isOpen, range, onChoose, onClose }: CustomDaysDialogProps) {
  return (
    <Dialog
      title="Custom days"
      description="Both days are included. One day is shown by its hours."
      isOpen={isOpen}
      onClose={onClose}
    >
      <DaysForm range={range} onChoose={onChoose} onClose={onClose} />
    </Dialog>
  );
}

function DaysForm({ range, onChoose, onClose }: Omit<CustomDaysDialogProps, 'isOpen'>) {
  const today = localDay(new Date());
  const [days, setDays] = useState<Days>(
    range.kind === 'days' ? { from: range.from, to: range.to } : { from: '', to: today },
  );
  const [problem, setProblem] = useState<DaysProblem | null>(null);
  const change = (changed: Partial<Days>) => {
    setDays({ ...days, ...changed });
    setProblem(null);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = problemOf(days, today);
    setProblem(found);
    if (!found) {
      onClose();
      onChoose(days);
    } else event.currentTarget.querySelector<HTMLInputElement>(`[name="${found.field}"]`)?.focus();
  };
  return (
    <DialogForm label="Show" busyLabel="Show" isBusy={false} onSubmit={submit} onCancel={onClose}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <DayField name="from" label="First day" days={days} problem={problem} onChange={change} />
        <DayField name="to" label="Last day" days={days} problem={problem} onChange={change} />
      </div>
    </DialogForm>
  );
}

type DayFieldProps = {
  readonly name: keyof Days;
  readonly label: string;
  readonly days: Days;
  readonly problem: DaysProblem | null;
  onChange(changed: Partial<Days>): void;
};

function DayField({ name, label, days, problem, onChange }: DayFieldProps) {
  return (
    <Field
      type="date"
      name={name}
      label={label}
      max={localDay(new Date())}
      value={days[name]}
      error={problem?.field === name ? problem.text : undefined}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
}
