import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from '#web/ui/class-names.ts';

/** The classes of every input, select and text area. */
export const inputClasses =
  'w-full rounded-md border border-line-strong bg-field px-3 text-text placeholder:text-faint transition-colors hover:border-muted aria-invalid:border-bad disabled:opacity-60 max-md:text-[16px]';

/** The classes of a button beside a field: its middle is at the height of the input's. */
export const besideInput = 'mt-6.5 max-md:mt-6';

/** The props of the frame around every control. */
export type FieldFrameProps = {
  readonly label: string;
  readonly isOptional?: boolean | undefined;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
};

type Noted = Pick<FieldFrameProps, 'hint' | 'error'> & { readonly id: string | undefined };

/** A control's own id or a generated one, and the attributes that connect it with its note. */
export function useNoted({ id: ownId, error, hint }: Noted) {
  const generatedId = useId();
  const id = ownId ?? generatedId;
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': (error ?? hint) ? noteIdOf(id) : undefined,
  };
}

type FrameProps = FieldFrameProps & {
  /** The control's id, from `useNoted`. */
  readonly id: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
};

/** A control below its label and above its error or its hint. */
export function FieldFrame(props: FrameProps) {
  const { id, label, isOptional, hint, error, className, children } = props;
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium text-muted">
        {label}
        {isOptional && <span className="font-normal text-faint"> optional</span>}
      </label>
      {children}
      <Note id={noteIdOf(id)} error={error} hint={hint} />
    </div>
  );
}

function noteIdOf(id: string): string {
  return `${id}-note`;
}

type NoteProps = Pick<FieldFrameProps, 'error' | 'hint'> & { readonly id?: string };

/** The text below a control, which screen readers announce as its description. */
export function Note({ id, error, hint }: NoteProps) {
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
