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
        className={classNames(
          'group relative mt-px h-[18px] w-[30px] shrink-0 rounded-full transition-colors data-disabled:opacity-50',
          'before:absolute before:-inset-[5px] before:content-[""]',
          isOn ? 'bg-accent' : 'bg-line-strong',
        )}
      >
        <span
          className={classNames(
            'block size-3.5 translate-x-0.5 rounded-full transition-transform',
            isOn ? 'translate-x-3.5 bg-on-accent' : 'bg-[#fff]',
          )}
        />
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
