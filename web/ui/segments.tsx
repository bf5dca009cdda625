import { useId } from 'react';
import { classNames } from './class-names.ts';

type SegmentsProps<T extends string> = {
  /** The name of the choice, for screen readers. */
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  onChange(value: T): void;
};

/** A choice between a few options, all of them visible. */
export function Segments<T extends string>({ label, value, options, onChange }: SegmentsProps<T>) {
  const name = useId();
  return (
    <fieldset className="mb-3 flex max-w-full overflow-x-auto rounded-md bg-raised p-0.5 text-sm">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            'relative grid grow cursor-pointer place-items-center rounded-[6px] px-2.5 py-1 font-medium transition-colors touch',
            'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
            option.value === value ? 'bg-surface text-text' : 'text-muted hover:text-text',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute size-px opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
