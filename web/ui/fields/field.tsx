import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { FieldFrame, type FieldFrameProps, inputClasses, useNoted } from './field-frame.tsx';

export type FieldProps = ComponentProps<'input'> &
  FieldFrameProps & {
    /** Fixed text in front of the input, such as the host of a short link. */
    readonly prefix?: string;
    /** A control at the right end of the input. */
    readonly control?: ReactNode;
    /** A word about the value at the right end of the input. */
    readonly mark?: ReactNode;
    /** Values that the browser offers while a person types; any other can be typed. */
    readonly suggestions?: readonly string[];
  };

/**
 * A labeled input with its hint or its error. Screen readers announce either as its description.
 */
export function Field(props: FieldProps) {
  const { label, isOptional, hint, error, className, ...rest } = props;
  const { prefix, control, mark, suggestions, ...input } = rest;
  const listId = useId();
  const noted = useNoted({ id: input.id, error, hint });

  return (
    <FieldFrame
      id={noted.id}
      label={label}
      isOptional={isOptional}
      hint={hint}
      error={error}
      className={className}
    >
      <div className="relative flex">
        {prefix && (
          <span className="grid h-10 max-w-3/5 touch shrink-0 items-center rounded-l-md border border-r-0 border-line-strong bg-surface px-2.5 text-sm text-muted">
            <span title={prefix} className="truncate">
              {prefix}
            </span>
          </span>
        )}
        <input
          {...input}
          {...noted}
          {...(suggestions && { list: listId })}
          className={classNames(
            inputClasses,
            'h-10 touch',
            prefix && 'min-w-0 rounded-l-none',
            control !== undefined && 'pr-11',
            mark !== undefined && 'pr-17',
          )}
        />
        {suggestions && (
          <datalist id={listId}>
            {suggestions.map((value) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </datalist>
        )}
        {control !== undefined && (
          <span className="absolute inset-y-0 right-0.5 grid place-items-center">{control}</span>
        )}
        {mark !== undefined && (
          <span className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center">
            {mark}
          </span>
        )}
      </div>
    </FieldFrame>
  );
}
