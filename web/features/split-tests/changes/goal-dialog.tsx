import { useSetAtom } from 'jotai';
import { type FormEvent, useState } from 'react';
import { type SplitGoal, splitGoals, splitWindows } from '#contract/split-tests/split-words';
import { showToastAtom } from '#web/app/state/toast.ts';
import { currencyOptions } from '#web/features/events/conversion-words.ts';
import { changeSplitTestAtom } from '#web/features/split-tests/changes/changes.ts';
import type { SplitTest, SplitTestChange } from '#web/features/split-tests/split-tests.ts';
import { goalWords, lostWords } from '#web/features/split-tests/words.ts';
import { counted } from '#web/format.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Dialog, DialogForm } from '#web/ui/floating/dialog.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { SelectField } from '#web/ui/fields/select.tsx';

type GoalDialogProps = {
  readonly test: SplitTest;
  readonly isOpen: boolean;
  onClose(): void;
};

/** What decides a test, and how long a visit may take to convert. */
export function GoalDialog({ test, isOpen, onClose }: GoalDialogProps) {
  return (
    <Dialog
      title="Goal and time to convert"
      description="One goal decides the test. Choose it before the numbers do."
      isOpen={isOpen}
      onClose={onClose}
    >
      <GoalForm test={test} onClose={onClose} />
    </Dialog>
  );
}

/** The time to convert that Waypost chooses. */
const chosen = 'chosen';

function GoalForm({ test, onClose }: Omit<GoalDialogProps, 'isOpen'>) {
  const [goal, setGoal] = useState<SplitGoal>(test.goal);
  const [currency, setCurrency] = useState(test.currency);
  const [isSticky, setSticky] = useState(test.isSticky);
  const [days, setDays] = useState<string | null>(null);
  const changeTest = useSetAtom(changeSplitTestAtom);
  const showToast = useSetAtom(showToastAtom);
  const isAutomatic = test.mode === 'automatic';
  const beginsNew = goal !== test.goal || currency !== test.currency || isSticky !== test.isSticky;
  const isFixed = test.judgedOn !== null && !beginsNew;
  const windowDays = isFixed ? undefined : splitWindows.find((each) => String(each) === days);
  const change: SplitTestChange = {
    ...(goal !== test.goal && { goal }),
    ...(currency !== test.currency && { currency }),
    ...(isSticky !== test.isSticky && { isSticky }),
    ...(windowDays !== undefined && { windowDays }),
  };
  const isOtherWindow = windowDays !== undefined && windowDays !== test.windowDays;
  const [save, isBusy] = useAction(async () => {
    if (Object.keys(change).length > 0) await changeTest({ test, change });
    onClose();
    showToast(beginsNew ? 'A new test has begun' : 'Split test changed');
  }, 'Failed to change the split test');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save();
  };
  return (
    <DialogForm
      label={beginsNew ? 'Start a new test' : 'Save'}
      busyLabel="Saving..."
      isBusy={isBusy}
      isDirty={beginsNew || isOtherWindow}
      onSubmit={submit}
      onCancel={onClose}
    >
      <SelectField
        label="Goal"
        options={splitGoals.map((value) => ({ value, label: capital(goalWords(value)) }))}
        value={goal}
        onChange={({ target }) =>
          setGoal(splitGoals.find((each) => each === target.value) ?? test.goal)
        }
      />
      <SelectField
        label="Currency"
        hint="Of the revenue in the table, and of the goal revenue per visit."
        options={currencyOptions}
        value={currency}
        onChange={({ target }) =>
          setCurrency(
            currencyOptions.find(({ value }) => value === target.value)?.value ?? test.currency,
          )
        }
      />
      <SelectField
        label="Time to convert"
        hint={
          isFixed
            ? 'Chosen before the first judgement. It grows when conversions come later.'
            : 'A visit counts when this time is over. It grows when conversions come later.'
        }
        disabled={isFixed}
        options={windowsOf(test, beginsNew)}
        value={days ?? (beginsNew ? chosen : String(test.windowDays ?? chosen))}
        onChange={({ target }) => setDays(target.value)}
      />
      <Switch
        label="Same destination for people who come again"
        hint={
          isAutomatic
            ? 'Not with automatic shares.'
            : 'By a cookie, for 30 days. Such a test shows numbers, but names no winner.'
        }
        isOn={isSticky}
        isDisabled={isAutomatic}
        onChange={setSticky}
      />
      {beginsNew && (
        <p role="status" className="rounded-md bg-warn-soft px-3 py-2.5 text-sm text-warn">
          This change begins a new test. {lostWords(test)}
        </p>
      )}
    </DialogForm>
  );
}

/** The times that can be chosen before the first judgement; Waypost chooses until the owner does. */
function windowsOf({ windowDays }: SplitTest, beginsNew: boolean) {
  return [
    ...(windowDays === null || beginsNew ? [{ value: chosen, label: 'Chosen by Waypost' }] : []),
    ...splitWindows.map((each) => ({ value: String(each), label: counted(each, 'day') })),
  ];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
