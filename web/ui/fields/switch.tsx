import { useId } from 'react';
import { classNames } from '#web/ui/class-names.ts';

type SwitchProps = {
  readonly label: string;
  readonly hint?: string;
  /** Shown to screen readers alone: what is beside the switch says it. */
  readonly isLabelHidden?: boolean;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  onChange(isOn: boolean): void;
};

/** A switch. A change takes effect immediately. */
export function Switch(props: SwitchProps) {
  const { label, hint, isLabelHidden = false, isOn, isDisabled = false, onChange } = props;
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={isOn}
        aria-labelledby={`${id}label`}
        aria-describedby={hint && `${id}hint`}
        disabled={isDisabled}
        onClick={() => onChange(!isOn)}
        className="-mx-[5px] -mt-1 -mb-[5px] grid shrink-0 place-items-center rounded-full p-[5px] disabled:opacity-50 max-md:-mx-[7px] max-md:-mt-3 max-md:-mb-[13px] touch-square max-md:p-0"
      >
        <span
          className={classNames(
            'flex h-[18px] w-[30px] items-center rounded-full transition-colors',
            isOn ? 'bg-accent' : 'bg-line-strong',
          )}
        >
          <span
            className={classNames(
              'block size-3.5 translate-x-0.5 rounded-full transition-transform',
              isOn ? 'translate-x-3.5 bg-on-accent' : 'bg-[#fff]',
            )}
          />
        </span>
      </button>
      <span className={isLabelHidden ? 'sr-only' : 'grid gap-0.5'}>
        <label
          id={`${id}label`}
          htmlFor={id}
          className={classNames(
            'cursor-pointer text-sm leading-5',
            isOn ? 'text-text' : 'text-muted',
          )}
        >
          {label}
        </label>
        {hint && (
          <span id={`${id}hint`} className="text-xs text-faint">
            {hint}
          </span>
        )}
      </span>
    </div>
  );
}
