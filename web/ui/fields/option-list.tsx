import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '#web/ui/class-names.ts';

export type Option<T extends string> = { readonly value: T; readonly label: string };

type OptionListProps = ComponentProps<'select'> & { readonly options: readonly Option<string>[] };

/** The browser's own list, with an arrow in the look of the app. */
export function OptionList({ options, className, ...select }: OptionListProps) {
  return (
    <span className="relative block">
      <select {...select} className={classNames('w-full appearance-none truncate pr-9', className)}>
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
    </span>
  );
}
