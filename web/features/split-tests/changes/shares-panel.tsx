import { useSetAtom } from 'jotai';
import { ChevronDown, Pause, Play } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { roundSlots, type ShareMode } from '#contract/split-tests/split-words';
import { showToastAtom } from '#web/app/state/toast.ts';
import { changeSplitTestAtom } from '#web/features/split-tests/changes/changes.ts';
import type { SplitTest, SplitTestChange } from '#web/features/split-tests/split-tests.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Button, buttonClasses, IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { inputClasses } from '#web/ui/fields/field-frame.tsx';
import { Radio } from '#web/ui/fields/radio.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { closeFloating } from '#web/ui/floating/floating.tsx';
import { FloatingPanel } from '#web/ui/floating/floating-panel.tsx';
import { evenSlots, pausedSlots, resumedSlots } from './slots.ts';

const modeNames: Readonly<Record<ShareMode, string>> = {
  even: 'Even shares',
  fixed: 'Fixed shares',
  automatic: 'Automatic shares',
};

/** How visits are shared among the destinations, behind a button that says it. */
export function SharesPanel({ test }: { readonly test: SplitTest }) {
  return (
    <FloatingPanel
      label="Shares"
      button={(opens) => (
        <button type="button" {...opens} className={buttonClasses('secondary', 'sm')}>
          {modeNames[test.mode]}
          <ChevronDown aria-hidden className="size-4 text-muted" />
        </button>
      )}
    >
      <h3 className="px-4 pt-3.5 pb-1 font-semibold">Shares</h3>
      <SharesForm test={test} />
    </FloatingPanel>
  );
}

type Shares = Pick<SplitTest, 'mode' | 'isShuffled'> & {
  readonly slots: readonly number[];
  /** A day, or blank for none. */
  readonly endsOn: string;
};

function sharesOf({ mode, isShuffled, endsOn, destinations }: SplitTest): Shares {
  const slots = destinations.map(({ slotsTomorrow }) => slotsTomorrow);
  return {
    mode,
    isShuffled,
    endsOn: endsOn ?? '',
    slots: mode === 'even' ? evenSlots(destinations.length) : slots,
  };
}

/** What is sent: the settings that differ from the present ones. */
function changeOf(shares: Shares, test: SplitTest): SplitTestChange {
  const { mode, isShuffled, slots, endsOn } = shares;
  const before = sharesOf(test);
  const hasSlots =
    mode === 'fixed' && (before.mode !== 'fixed' || String(slots) !== String(before.slots));
  return {
    ...(mode !== before.mode && { mode }),
    ...(hasSlots && { mode, slots: [...slots] }),
    ...(isShuffled !== before.isShuffled && { isShuffled }),
    ...(endsOn !== before.endsOn && { endsOn: endsOn || null }),
  };
}

function SharesForm({ test }: { readonly test: SplitTest }) {
  const [shares, setShares] = useState(() => sharesOf(test));
  const changeTest = useSetAtom(changeSplitTestAtom);
  const showToast = useSetAtom(showToastAtom);
  const set = (part: Partial<Shares>) => setShares((before) => ({ ...before, ...part }));
  const change = changeOf(shares, test);
  const [save, isBusy] = useAction(async (form: Element) => {
    if (Object.keys(change).length > 0) await changeTest({ test, change });
    closeFloating(form);
    showToast('Split test changed', change.mode && 'The shares change at the next midnight (UTC).');
  }, 'Failed to change the split test');
  const problem = shares.mode === 'fixed' ? slotsProblem(shares.slots) : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (problem === undefined && !isBusy) save(event.currentTarget);
  };
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-col">
      <div className="grid gap-3.5 overflow-y-auto px-4 pt-1.5 pb-3.5">
        <Modes test={test} shares={shares} onChange={set} />
        <hr className="border-line" />
        <Switch
          label="Shuffle each round"
          hint="Against visits in pairs, such as a scanner before each person."
          isOn={shares.isShuffled}
          onChange={(isShuffled) => set({ isShuffled })}
        />
        <label className="flex items-center justify-between gap-3 text-sm text-muted">
          Last day
          <span className="w-44">
            <input
              type="date"
              value={shares.endsOn}
              onChange={({ target }) => set({ endsOn: target.value })}
              className={classNames(inputClasses, 'h-9 touch')}
            />
          </span>
        </label>
      </div>
      <footer className="flex items-center justify-end gap-3 border-t border-line px-4 py-3">
        <p role="status" className="mr-auto text-sm text-warn">
          {problem}
        </p>
        <Button
          type="submit"
          look="primary"
          size="sm"
          isBusy={isBusy}
          disabled={problem !== undefined}
          title={problem}
        >
          {isBusy ? 'Saving...' : 'Save'}
        </Button>
      </footer>
    </form>
  );
}

/** Why the slots cannot be saved. */
function slotsProblem(slots: readonly number[]): string | undefined {
  if (runningIn(slots) < 2) return 'At least two destinations need slots';
  const left = roundSlots - slots.reduce((sum, count) => sum + count, 0);
  if (left === 0) return undefined;
  return left > 0 ? `Share ${left} more of ${roundSlots}` : `Take ${-left} of ${roundSlots} back`;
}

function runningIn(slots: readonly number[]): number {
  return slots.filter((count) => count > 0).length;
}

type ModesProps = {
  readonly test: SplitTest;
  readonly shares: Shares;
  onChange(part: Partial<Shares>): void;
};

function Modes({ test, shares: { mode, slots }, onChange }: ModesProps) {
  const fix = (changed: readonly number[]) => onChange({ mode: 'fixed', slots: changed });
  const radio = (value: ShareMode) => ({
    name: 'mode',
    value,
    checked: mode === value,
    onChange: () => onChange({ mode: value }),
  });
  return (
    <fieldset className="grid gap-3.5">
      <legend className="sr-only">How visits are shared</legend>
      <Radio
        label="Even"
        hint="Learns fastest. Each destination gets its turn."
        {...radio('even')}
      />
      <div className="grid gap-2.5">
        <Radio
          label="Fixed"
          hint={`${roundSlots} slots a round. From the next midnight (UTC).`}
          {...radio('fixed')}
        />
        {test.destinations.map(({ letter }, at) => (
          <Slots
            key={letter}
            letter={letter}
            count={slots[at] ?? 0}
            isNeeded={(slots[at] ?? 0) > 0 && runningIn(slots) <= 2}
            onCount={(count) => fix(slots.map((each, index) => (index === at ? count : each)))}
            onPause={() => fix(pausedSlots(slots, at))}
            onResume={() => fix(resumedSlots(slots, at))}
          />
        ))}
      </div>
      <Radio
        label="Automatic"
        hint={
          test.isSticky
            ? 'Not with the same destination for people who come again.'
            : 'Visits go where conversions are. Earns more, takes longer to name a winner.'
        }
        disabled={test.isSticky}
        {...radio('automatic')}
      />
    </fieldset>
  );
}

type SlotsProps = {
  readonly letter: string;
  readonly count: number;
  /** Whether it is one of the last two that take part. */
  readonly isNeeded: boolean;
  onCount(count: number): void;
  onPause(): void;
  onResume(): void;
};

/** The slots of one destination. Without any it is paused. */
function Slots({ letter, count, isNeeded, onCount, onPause, onResume }: SlotsProps) {
  const isPaused = count === 0;
  const part = `${(count / roundSlots) * 100}%`;
  return (
    <div className="-my-1 ml-7 flex items-center gap-3 text-xs">
      <span className="w-3 font-semibold">{letter}</span>
      <input
        type="range"
        aria-label={`Slots of ${letter}`}
        min={0}
        max={roundSlots}
        value={count}
        onChange={({ target }) => onCount(Number(target.value))}
        aria-valuetext={isPaused ? 'paused' : `${count} of ${roundSlots}`}
        style={{
          backgroundImage: `linear-gradient(to right, var(--muted) ${part}, var(--line) ${part})`,
        }}
        className="h-6 min-w-0 grow cursor-pointer appearance-none bg-clip-content py-[9px] touch max-md:py-[19px] [&::-moz-range-thumb]:size-3.5 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-text [&::-webkit-slider-thumb]:size-3.5 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-text"
      />
      <span className="num w-14 text-right text-muted">
        {isPaused ? 'paused' : `${count} of ${roundSlots}`}
      </span>
      <IconButton
        label={isPaused ? `Resume ${letter}` : `Pause ${letter}`}
        isIdle={isNeeded}
        {...(isNeeded && { title: 'At least two destinations take part' })}
        onClick={isPaused ? onResume : onPause}
      >
        {isPaused ? (
          <Play aria-hidden className="size-3.5" />
        ) : (
          <Pause aria-hidden className="size-3.5" />
        )}
      </IconButton>
    </div>
  );
}
