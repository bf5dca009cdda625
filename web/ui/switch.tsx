import { Field, Label, Switch as HeadlessSwitch, Description } from '@headlessui/react';
import { classNames } from './class-names.ts';

type SwitchProps = {
  readonly label: string;
  readonly hint?: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  onChange(isOn: boolean): void;
};

/** On or off, at once. */
export function Switch({ label, hint, isOn, isDisabled = false, onChange }: SwitchProps) {
  return (
    <Field disabled={isDisabled} className="flex items-start gap-2.5">
      <HeadlessSwitch
        checked={isOn}
        onChange={onChange}
        className="-mx-[5px] -mt-1 -mb-[5px] grid shrink-0 place-items-center rounded-full p-[5px] data-disabled:opacity-50 max-md:-mx-[7px] max-md:-mt-3 max-md:-mb-[13px] max-md:size-11 max-md:p-0"
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
      </HeadlessSwitch>
      <span className="grid gap-0.5">
        <Label
          className={classNames(
            'cursor-pointer text-sm leading-5',
            isOn ? 'text-text' : 'text-muted',
          )}
        >
          {label}
        </Label>
        {hint && <Description className="text-xs text-faint">{hint}</Description>}
      </span>
    </Field>
  );
}
