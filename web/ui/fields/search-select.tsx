import {
  Combobox,
  ComboboxButton,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Description,
  Field,
  Label,
  Portal,
} from '@headlessui/react';
import { Check, ChevronDown } from 'lucide-react';
import { classNames } from '#web/ui/class-names.ts';
import { inputClasses, Note } from './field-frame.tsx';
import { useRef } from 'react';

export type Choice = {
  readonly value: string;
  readonly label: string;
  /** A second line. */
  readonly detail?: string;
};

type SearchSelectProps = {
  readonly label: string;
  readonly chosen: Choice;
  /** The matches of the typed text; undefined while they are loaded. */
  readonly found: readonly Choice[] | undefined;
  readonly error?: string | undefined;
  readonly className?: string | undefined;
  /** Called with the typed text, and with an empty text when the list closes. */
  onSearch(text: string): void;
  onChange(value: string): void;
};

/** A select for long lists: typing searches for the option. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, chosen, found, error, className, onSearch, onChange } = props;
  const floating = useFloatingHome();

  return (
    <Field className={classNames('grid content-start gap-1.5', className)}>
      <Label className="text-sm font-medium text-muted">{label}</Label>
      <Combobox
        immediate
        value={chosen.value}
        onChange={(value: string | null) => value !== null && onChange(value)}
        onClose={() => onSearch('')}
      >
        <div ref={floating.button} className="relative">
          <ComboboxInput
            displayValue={() => chosen.label}
            aria-invalid={error ? true : undefined}
            autoComplete="off"
            spellCheck={false}
            onFocus={(event) => event.target.select()}
            onChange={(event) => onSearch(event.target.value)}
            className={classNames(inputClasses, 'h-10 truncate touch pr-9 font-medium')}
          />
          <ComboboxButton
            aria-label={`Choose ${label.toLowerCase()}`}
            className="absolute inset-y-0 right-0 grid w-9 place-items-center max-md:w-11 rounded-md text-muted hover:text-text"
          >
            <ChevronDown aria-hidden className="size-4" />
          </ComboboxButton>
        </div>
        <Portal.Group target={floating.home}>
          <ComboboxOptions
            modal={false}
            anchor={{ to: 'bottom start', gap: 6, padding: 12 }}
            className="z-40 max-h-80! w-(--input-width) overflow-auto rounded-md border border-line bg-raised p-1 text-sm shadow-float focus:outline-none"
          >
            {found?.map((choice) => (
              <Row key={choice.value} choice={choice} isChosen={choice.value === chosen.value} />
            ))}
            {found?.length === 0 && <p className="px-2.5 py-2 text-muted">Nothing matches</p>}
          </ComboboxOptions>
        </Portal.Group>
      </Combobox>
      {error && (
        <Description as="div" role="alert">
          <Note error={error} />
        </Description>
      )}
    </Field>
  );
}

function Row({ choice, isChosen }: { readonly choice: Choice; readonly isChosen: boolean }) {
  return (
    <ComboboxOption
      value={choice.value}
      className="flex cursor-pointer items-center gap-2 rounded-sm py-1.5 pr-3 pl-2 text-muted select-none touch data-focus:bg-accent-soft data-focus:text-text"
    >
      <Check
        aria-hidden
        className={classNames('size-4 shrink-0 text-accent-text', !isChosen && 'invisible')}
      />
      <span className="grid min-w-0">
        <span className="truncate font-medium text-text">{choice.label}</span>
        {choice.detail && <span className="truncate text-xs">{choice.detail}</span>}
      </span>
    </ComboboxOption>
  );
}

/**
 * Returns where a floating element must be rendered: inside the dialog or landmark of its button.
 * There the dialog's focus trap and screen readers that navigate by landmarks can reach it.
 */
function useFloatingHome() {
  const home = useRef<HTMLElement | null>(null);
  const button = (element: HTMLElement | null) => {
    if (element) home.current = element.closest<HTMLElement>('[role="dialog"], main, aside');
  };
  return { home, button };
}
