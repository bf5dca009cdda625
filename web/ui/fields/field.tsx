import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '#web/ui/class-names.ts';

/** The look of everything that is typed or picked into. */
export const inputClasses =
  'w-full rounded-md border border-line-strong bg-field px-3 text-text placeholder:text-faint transition-colors hover:border-muted aria-invalid:border-bad disabled:opacity-60 max-md:text-[16px]';

export type FieldProps = ComponentProps<'input'> & {
  readonly label: string;
  readonly isOptional?: boolean;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Fixed text in front of the input, such as the host of a short link. */
  readonly prefix?: string;
  /** A control inside the input's right end. */
  readonly control?: ReactNode;
};

/** A labelled input with its hint and its error, which screen readers announce as its description. */
export function Field(props: FieldProps) {
  const { label, isOptional, hint, error, prefix, control, className, ...input } = props;
  const generatedId = useId();
  const id = input.id ?? generatedId;
  const noteId = `${id}-note`;
  const hasNote = Boolean(error ?? hint);

  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium text-muted">
        {label}
        {isOptional && <span className="font-normal text-faint"> optional</span>}
      </label>
      <div className="relative flex">
        {prefix && (
          <span className="grid h-10 max-w-1/2 max-md:h-11 shrink-0 items-center rounded-l-md border border-r-0 border-line-strong bg-surface px-2.5 text-sm text-muted">
            <span className="truncate">{prefix}</span>
          </span>
        )}
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={hasNote ? noteId : undefined}
          className={classNames(
            inputClasses,
            'h-10 max-md:h-11',
            prefix && 'min-w-0 rounded-l-none',
            control !== undefined && 'pr-11',
          )}
        />
        {control !== undefined && (
          <span className="absolute inset-y-0 right-0.5 grid place-items-center">{control}</span>
        )}
      </div>
      <Note id={noteId} error={error} hint={hint} />
    </div>
  );
}

/** What is said below a control: its error, else its hint. */
export function Note({
  id,
  error,
  hint,
}: {
  id: string;
  error: string | undefined;
  hint: ReactNode;
}) {
  if (error) {
    return (
      <p id={id} className="flex items-center gap-1.5 text-sm text-bad">
        <CircleAlert aria-hidden className="size-3.5 shrink-0" />
        {error}
      </p>
    );
  }
  return hint ? (
    <p id={id} className="text-sm text-faint">
      {hint}
    </p>
  ) : null;
}
