import { classNames } from '#web/ui/class-names.ts';
import { type Option, OptionList } from './option-list.tsx';

type SelectProps<T extends string> = {
  /** What the person chooses, for screen readers. */
  readonly label: string;
  readonly value: T;
  readonly options: readonly Option<NoInfer<T>>[];
  readonly className?: string;
  onChange(value: T): void;
};

/** A dropdown for a few options. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, value, options, className, onChange } = props;
  const choose = (wanted: string) => {
    const chosen = options.find((option) => option.value === wanted);
    if (chosen) onChange(chosen.value);
  };
  return (
    <span className={classNames('inline-block max-w-full', className)}>
      <OptionList
        aria-label={label}
        value={value}
        options={options}
        onChange={(event) => choose(event.target.value)}
        className="h-9 cursor-pointer rounded-md border border-line-strong bg-raised pl-3 text-sm font-medium transition-colors hover:border-muted touch"
      />
    </span>
  );
}
