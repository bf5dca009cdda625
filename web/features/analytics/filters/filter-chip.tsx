import { X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { type FilterName, filterLabels } from '#web/features/address/filter-names.ts';
import { FilterValue } from './filter-value.tsx';

type FilterChipProps = {
  readonly name: FilterName;
  readonly values: readonly string[];
  /** What its cross does, where it does not remove the whole filter. */
  readonly removal?: string;
  /** Shows the filter's values to choose from. */
  onOpen(): void;
  onRemove(): void;
  onKeyDown(event: KeyboardEvent): void;
};

const mostShown = 3;

/** One filter and its values: choosing it changes them, its cross takes it away. */
export function FilterChip(props: FilterChipProps) {
  const { name, values, onOpen, onRemove, onKeyDown } = props;
  const label = filterLabels[name];
  const { removal = `Remove filter: ${label}` } = props;
  return (
    <li className="inline-flex h-[30px] max-w-full min-w-0 items-center rounded-md bg-accent-soft text-sm touch">
      <button
        type="button"
        onClick={onOpen}
        onKeyDown={onKeyDown}
        className="flex h-full min-w-0 items-center gap-1.5 rounded-md pr-1 pl-2.5 hover:text-accent-text"
      >
        <span className="shrink-0 text-muted">{label}</span>
        <span className="truncate">
          {values.slice(0, mostShown).map((value, index) => (
            <span key={value}>
              {index > 0 && ', '}
              <bdi>
                <FilterValue name={name} value={value} />
              </bdi>
            </span>
          ))}
          {values.length > mostShown && ` and ${values.length - mostShown} more`}
        </span>
      </button>
      <button
        type="button"
        data-remove={name}
        aria-label={removal}
        title={removal}
        onClick={onRemove}
        onKeyDown={onKeyDown}
        className="grid size-[30px] shrink-0 place-items-center rounded-md text-muted hover:text-text touch-square"
      >
        <X aria-hidden className="size-4" />
      </button>
    </li>
  );
}
