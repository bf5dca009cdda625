import { ChevronDown, CircleAlert } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { inputClasses } from './field.tsx';
import type { Option } from './select.tsx';

type SelectFieldProps = ComponentProps<'select'> & {
  readonly label: string;
  readonly options: readonly Option<string>[];
  readonly error?: string | undefined;
};

/** One of a few or of thousands in a form: the browser's own list, in the look of a field. */
export function SelectField({ label, options, error, className, ...select }: SelectFieldProps) {
  const generatedId = useId();
  const id = select.id ?? generatedId;
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium text-muted">
        {label}
      </label>
      <div className="relative">
        <select
          {...select}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          className={classNames(inputClasses, 'h-10 appearance-none max-md:h-11 truncate pr-9')}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} className="bg-raised">
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-muted"
        />
      </div>
      {error && (
        <p id={`${id}-note`} className="flex items-center gap-1.5 text-sm text-bad">
          <CircleAlert aria-hidden className="size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
