import type { ComponentProps } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { FieldFrame, type FieldFrameProps, inputClasses, useNoted } from './field-frame.tsx';
import { type Option, OptionList } from './option-list.tsx';

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
