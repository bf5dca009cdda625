import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { FieldFrame, type FieldFrameProps, inputClasses, useNoted } from './field-frame.tsx';

type ChipsFieldProps = FieldFrameProps & {
  readonly ref?: Ref<HTMLInputElement>;
  readonly value: readonly string[];
  /** The browser's suggestions while a person types. */
  readonly suggestions: readonly string[];
  readonly placeholder: string;
  /** One of the values, as in `Remove tag`. */
  readonly one: string;
  /** Several, as in `Chosen tags`. */
  readonly several: string;
  readonly most: number;
  /** In characters. */
  readonly longest: number;
  /** The value that a typed text stands for; without it, the text itself. */
  read?(text: string): string;
  /** The name of a value on screens; without it, the value itself. */
  nameOf?(value: string): string;
  /** Content before the name of a value. */
  before?(value: string): ReactNode;
  /** Whether a value is marked as wrong. */
  isWrong?(value: string): boolean;
  onChange(value: string[]): void;
};

/**
 * Chooses several values. A comma or Enter adds the typed text; Backspace removes the last value. A text
 * that is too long stays in the field.
 */
export function ChipsField(props: ChipsFieldProps) {
  const { ref, value, suggestions, placeholder, one, most, longest, onChange } = props;
  const { read = (text) => text } = props;
  const [typed, setTyped] = useState('');
  const listId = useId();
  const { label, isOptional, hint } = props;
  const isLong = (text: string) => [...text].length > longest;
  const error = isLong(typed) ? `At most ${longest} characters for one ${one}` : props.error;
  const noted = useNoted({ id: undefined, error, hint });
  const isChosen = (text: string) => value.some((each) => isSame(each, read(text)));
  const take = (text: string) => {
    const texts = text.split(',').map((each) => each.trim());
    const added = texts.filter((each) => each !== '' && !isLong(each) && !isChosen(each)).map(read);
    if (added.length > 0) onChange([...new Set([...value, ...added])].slice(0, most));
    setTyped(texts.filter(isLong).join(' '));
  };
  const change = (text: string) => {
    const isSuggested = suggestions.includes(text) && text.length > typed.length + 1;
    if (text.includes(',') || isSuggested) take(text);
    else setTyped(text);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      // Also without a text, because the browser may just have inserted a suggestion.
      event.preventDefault();
      take(typed);
    } else if (event.key === 'Backspace' && typed === '') onChange(value.slice(0, -1));
  };

  return (
    <FieldFrame
      id={noted.id}
      label={label}
      isOptional={isOptional}
      hint={hint}
      error={error}
      className={undefined}
    >
      <div className="grid gap-2">
        <Chips {...props} onRemove={(each) => onChange(value.filter((other) => other !== each))} />
        <input
          {...noted}
          ref={ref}
          list={listId}
          value={typed}
          autoComplete="off"
          placeholder={placeholder}
          disabled={value.length >= most}
          onChange={(event) => change(event.target.value)}
          onKeyDown={press}
          onBlur={() => take(typed)}
          className={`${inputClasses} h-10 touch`}
        />
        <datalist id={listId}>
          {suggestions
            .filter((name) => !isChosen(name))
            .map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
        </datalist>
      </div>
    </FieldFrame>
  );
}

type ChipsProps = Pick<
  ChipsFieldProps,
  'value' | 'one' | 'several' | 'nameOf' | 'before' | 'isWrong'
> & { onRemove(value: string): void };

/** The chosen values, each with a button that removes it. */
function Chips(props: ChipsProps) {
  const { value, one, several, nameOf = (each) => each, before, isWrong, onRemove } = props;
  if (value.length === 0) return null;
  return (
    <ul aria-label={`Chosen ${several}`} className="flex flex-wrap gap-1.5">
      {value.map((each) => (
        <li
          key={each}
          className={classNames(
            'inline-flex h-7 max-w-full items-center gap-1.5 rounded-md bg-raised pl-2 text-sm touch',
            isWrong?.(each) && 'inset-ring inset-ring-bad',
          )}
        >
          {before?.(each)}
          <span dir="auto" className="truncate">
            {nameOf(each)}
          </span>
          <button
            type="button"
            aria-label={`Remove ${one} ${nameOf(each)}`}
            onClick={() => onRemove(each)}
            className="grid size-7 shrink-0 place-items-center rounded-md text-muted hover:text-text touch-square"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
