import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useAtomValue } from 'jotai';
import { FieldFrame, inputClasses, useNoted } from '#web/ui/fields/field-frame.tsx';
import { TagDot } from './label-chips.tsx';
import { longestLabelName, mostTagsOfLink, tagsQuery } from './labels.ts';

type TagsFieldProps = {
  /** Names of tags, also of ones that do not exist yet. */
  readonly value: readonly string[];
  readonly error?: string | undefined;
  onChange(value: string[]): void;
};

/** Chooses tags by their names. A comma or Enter takes what is typed; a new name becomes a tag. */
export function TagsField({ value, error, onChange }: TagsFieldProps) {
  const [typed, setTyped] = useState('');
  const { data: tags = [] } = useAtomValue(tagsQuery);
  const listId = useId();
  const hint = 'Press Enter after each. A new name becomes a new tag.';
  const noted = useNoted({ id: undefined, error, hint });
  const isChosen = (name: string) => value.some((each) => isSame(each, name));
  const take = (text: string) => {
    const names = text.split(',').map((name) => name.trim());
    const added = names.filter((name) => name !== '' && !isChosen(name));
    onChange([...value, ...added].slice(0, mostTagsOfLink));
    setTyped('');
  };
  const change = (text: string) => {
    const isSuggested = tags.some(({ name }) => name === text) && text.length > typed.length + 1;
    if (text.includes(',') || isSuggested) take(text);
    else setTyped(text);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      take(typed);
    } else if (event.key === 'Backspace' && typed === '') onChange(value.slice(0, -1));
  };

  return (
    <FieldFrame
      id={noted.id}
      label="Tags"
      isOptional
      hint={hint}
      error={error}
      className={undefined}
    >
      <div className="grid gap-2">
        {value.length > 0 && (
          <ul aria-label="Chosen tags" className="flex flex-wrap gap-1.5">
            {value.map((name) => (
              <li
                key={name}
                className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-md bg-raised pl-2 text-sm max-md:h-11"
              >
                <TagDot color={tags.find((tag) => isSame(tag.name, name))?.color ?? 'gray'} />
                <span dir="auto" className="truncate">
                  {name}
                </span>
                <button
                  type="button"
                  aria-label={`Remove tag ${name}`}
                  onClick={() => onChange(value.filter((each) => each !== name))}
                  className="grid size-7 shrink-0 place-items-center rounded-md text-muted hover:text-text max-md:size-11"
                >
                  <X aria-hidden className="size-3.5" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          {...noted}
          list={listId}
          value={typed}
          maxLength={longestLabelName + 1}
          autoComplete="off"
          placeholder="summer"
          disabled={value.length >= mostTagsOfLink}
          onChange={(event) => change(event.target.value)}
          onKeyDown={press}
          onBlur={() => take(typed)}
          className={`${inputClasses} h-10 max-md:h-11`}
        />
        <datalist id={listId}>
          {tags
            .filter(({ name }) => !isChosen(name))
            .map(({ id, name }) => (
              <option key={id} value={name} />
            ))}
        </datalist>
      </div>
    </FieldFrame>
  );
}

function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
