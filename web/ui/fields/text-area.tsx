import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { inputClasses, Note } from './field.tsx';

type TextAreaProps = ComponentProps<'textarea'> & {
  readonly label: string;
  readonly isOptional?: boolean;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
};

/** A labelled text of several lines, with its hint or its error. */
export function TextArea({ label, isOptional, hint, error, className, ...area }: TextAreaProps) {
  const generatedId = useId();
  const id = area.id ?? generatedId;
  const noteId = `${id}-note`;
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium text-muted">
        {label}
        {isOptional && <span className="font-normal text-faint"> optional</span>}
      </label>
      <textarea
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={(error ?? hint) ? noteId : undefined}
        className={classNames(inputClasses, 'resize-y py-2.5 leading-6')}
      />
      <Note id={noteId} error={error} hint={hint} />
    </div>
  );
}
