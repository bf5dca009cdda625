import { type ComponentProps, type ReactNode, useId } from 'react';

type RadioProps = Omit<ComponentProps<'input'>, 'type'> & {
  readonly label: ReactNode;
  readonly hint?: string;
};

/** One choice of several; those with the same `name` exclude each other. */
export function Radio({ label, hint, ...input }: RadioProps) {
  const id = useId();
  return (
    <label className="flex cursor-pointer items-start gap-3 touch max-md:items-center">
      <input
        type="radio"
        aria-labelledby={`${id}label`}
        aria-describedby={hint && `${id}hint`}
        {...input}
        className="mt-0.5 size-4 scroll-my-28 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-field checked:border-5 checked:border-accent checked:bg-on-accent disabled:cursor-not-allowed disabled:opacity-50 max-md:mt-0 forced-colors:appearance-auto"
      />
      <span className="grid gap-0.5">
        <span id={`${id}label`} className="text-sm font-medium">
          {label}
        </span>
        {hint && (
          <span id={`${id}hint`} className="text-xs text-faint">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}
