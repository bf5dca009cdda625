import { Listbox, ListboxButton, ListboxOption, ListboxOptions, Portal } from '@headlessui/react';
import { Check, ChevronDown } from 'lucide-react';
import { classNames } from '#web/ui/class-names.ts';
import { useFloatingHome } from '#web/ui/use-floating-home.ts';

export type Option<T extends string> = { readonly value: T; readonly label: string };

type SelectProps<T extends string> = {
  /** What is being chosen, for those who cannot see the place. */
  readonly label: string;
  readonly value: T;
  readonly options: readonly Option<NoInfer<T>>[];
  readonly className?: string;
  onChange(value: T): void;
};

/** One of a few, in a dropdown. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, value, options, className, onChange } = props;
  const floating = useFloatingHome();
  const chosen = options.find((option) => option.value === value);

  return (
    <Listbox value={value} onChange={onChange}>
      <ListboxButton
        ref={floating.button}
        aria-label={`${label}: ${chosen?.label ?? ''}`}
        className={classNames(
          'inline-flex h-9 max-md:h-11 max-w-full items-center justify-between gap-2 rounded-md border border-line-strong bg-raised pr-2 pl-3 text-sm font-medium transition-colors hover:border-muted',
          className,
        )}
      >
        <span className="truncate">{chosen?.label}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      </ListboxButton>
      <Portal.Group target={floating.home}>
        <ListboxOptions
          modal={false}
          anchor={{ to: 'bottom end', gap: 6, padding: 12 }}
          className="z-40 max-h-80! min-w-(--button-width) overflow-auto rounded-md border border-line bg-raised p-1 text-sm shadow-float focus:outline-none"
        >
          {options.map((option) => (
            <ListboxOption
              key={option.value}
              value={option.value}
              className="flex max-w-80 cursor-pointer items-center gap-2 rounded-sm py-1.5 pr-3 pl-2 text-muted select-none max-md:min-h-11 data-focus:bg-accent-soft data-focus:text-text data-selected:text-text"
            >
              <Check
                aria-hidden
                className={classNames(
                  'size-4 shrink-0 text-accent-text',
                  option.value !== value && 'invisible',
                )}
              />
              <span className="truncate">{option.label}</span>
            </ListboxOption>
          ))}
        </ListboxOptions>
      </Portal.Group>
    </Listbox>
  );
}
