import type { ComponentProps } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { FieldFrame, type FieldFrameProps, inputClasses, useNoted } from './field-frame.tsx';

type TextAreaProps = ComponentProps<'textarea'> & FieldFrameProps;

/** A labeled text area with its hint or its error. */
export function TextArea({ label, isOptional, hint, error, className, ...area }: TextAreaProps) {
  const noted = useNoted({ id: area.id, error, hint });
  return (
    <FieldFrame
      id={noted.id}
      label={label}
      isOptional={isOptional}
      hint={hint}
      error={error}
      className={className}
    >
      <textarea
        {...area}
        {...noted}
        className={classNames(inputClasses, 'resize-y py-2.5 leading-6')}
      />
    </FieldFrame>
  );
}
