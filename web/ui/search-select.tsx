import {
  Combobox,
  ComboboxButton,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Field,
  Label,
  Portal,
} from '@headlessui/react';
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { classNames } from './class-names.ts';
import { inputClasses } from './field.tsx';
import { useFloatingHome } from './use-floating-home.ts';

/** More would be slow to draw and not be read: whoever has more types a little. */
const mostShown = 50;

export type Choice = {
  readonly value: string;
  readonly label: string;
  /** A second line, searched as well. */
  readonly detail?: string;
};

type SearchSelectProps = {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly className?: string;
  onChange(value: string): void;
};

/** One of many, found by typing a part of it. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, value, choices, className, onChange } = props;
  const [search, setSearch] = useState('');
  const floating = useFloatingHome();
  const found = choices.filter(matches(search)).slice(0, mostShown);
  const labelOf = (chosen: string) => choices.find((each) => each.value === chosen)?.label ?? '';

  return (
    <Field className={classNames('grid content-start gap-1.5', className)}>
      <Label className="text-sm font-medium text-muted">{label}</Label>
      <Combobox
        immediate
        value={value}
        onChange={(chosen: string | null) => chosen !== null && onChange(chosen)}
        onClose={() => setSearch('')}
      >
        <div ref={floating.button} className="relative">
          <ComboboxInput
            displayValue={labelOf}
            autoComplete="off"
            spellCheck={false}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setSearch(event.target.value)}
            className={classNames(inputClasses, 'h-10 truncate pr-9 font-medium')}
          />
          <ComboboxButton
            aria-label={`Choose ${label.toLowerCase()}`}
            className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-muted hover:text-text"
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
            {found.map((choice) => (
              <Row key={choice.value} choice={choice} isChosen={choice.value === value} />
            ))}
            {found.length === 0 && <p className="px-2.5 py-2 text-muted">Nothing matches</p>}
          </ComboboxOptions>
        </Portal.Group>
      </Combobox>
    </Field>
  );
}

function Row({ choice, isChosen }: { readonly choice: Choice; readonly isChosen: boolean }) {
  return (
    <ComboboxOption
      value={choice.value}
      className="flex cursor-pointer items-center gap-2 rounded-sm py-1.5 pr-3 pl-2 text-muted select-none data-focus:bg-accent-soft data-focus:text-text"
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

function matches(search: string): (choice: Choice) => boolean {
  const wanted = search.trim().toLowerCase();
  return ({ label, detail = '' }) => `${label} ${detail}`.toLowerCase().includes(wanted);
}
