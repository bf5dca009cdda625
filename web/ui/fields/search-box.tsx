import { Search } from 'lucide-react';
import { classNames } from '#web/ui/class-names.ts';
import { inputClasses } from './field-frame.tsx';

type SearchBoxProps = {
  /** What is searched, for screen readers. */
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly className?: string;
  /**
   * Whether the box gets the focus at once. Not on touch screens, because their keyboard would
   * cover the list.
   */
  readonly isFirst?: boolean;
  /** Whether the box gets the focus when the panel around it opens. */
  readonly isOpening?: boolean;
  onChange(text: string): void;
};

/** A field for searching a list. */
export function SearchBox(props: SearchBoxProps) {
  const { label, placeholder, text, className, isFirst = false, isOpening, onChange } = props;
  return (
    <div className={classNames('relative min-w-0 grow', className)}>
      <Search aria-hidden className="absolute inset-y-0 left-3 my-auto size-4 text-faint" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        data-opening={isOpening || undefined}
        autoFocus={isFirst && !matchMedia('(pointer: coarse)').matches}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(inputClasses, 'h-9 pl-9 touch')}
      />
    </div>
  );
}
