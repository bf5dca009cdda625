import { classNames } from '#web/ui/class-names.ts';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { FieldFrame, type FieldFrameProps, inputClasses, useNoted } from './field-frame.tsx';

export type Option<T extends string> = {
  readonly value: T;
  readonly label: string;
  /** Whether it is shown and cannot be chosen; its label says why. */
  readonly isDisabled?: boolean;
};

type OptionListProps = ComponentProps<'select'> & { readonly options: readonly Option<string>[] };

/** The browser's own list, with an arrow in the look of the app. */
function OptionList({ options, className, ...select }: OptionListProps) {
  return (
    <span className="relative block">
      <select {...select} className={classNames('w-full appearance-none truncate pr-9', className)}>
        {options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            disabled={option.isDisabled}
            className="bg-raised"
          >
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-muted"
      />
    </span>
  );
}

type SelectProps<T extends string> = {
  /** What the person chooses, for screen readers. */
  readonly label: string;
  readonly value: T;
  readonly options: readonly Option<NoInfer<T>>[];
  readonly className?: string;
  onChange(value: T): void;
};

/** A dropdown for a few options. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, value, options, className, onChange } = props;
  const choose = (wanted: string) => {
    const chosen = options.find((option) => option.value === wanted);
    if (chosen) onChange(chosen.value);
  };
  return (
    <span className={classNames('inline-block max-w-full', className)}>
      <OptionList
        aria-label={label}
        value={value}
        options={options}
        onChange={(event) => choose(event.target.value)}
        className="h-9 cursor-pointer rounded-md border border-line-strong bg-raised pl-3 text-sm font-medium transition-colors hover:border-muted touch"
      />
    </span>
  );
}

type SelectFieldProps = ComponentProps<'select'> &
  Pick<FieldFrameProps, 'label' | 'error' | 'hint'> & {
    readonly options: readonly Option<string>[];
  };

/**
 * A labeled select in a form. Uses the browser's own list, which is fast for thousands of options.
 */
export function SelectField({
  label,
  options,
  error,
  hint,
  className,
  ...select
}: SelectFieldProps) {
  const noted = useNoted({ id: select.id, error, hint });
  return (
    <FieldFrame id={noted.id} label={label} error={error} hint={hint} className={className}>
      <OptionList
        {...select}
        {...noted}
        options={options}
        className={classNames(inputClasses, 'h-10 touch')}
      />
    </FieldFrame>
  );
}
