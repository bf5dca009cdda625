import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';

const looks: Readonly<Record<Look, string>> = {
  primary: 'bg-accent text-on-accent hover:brightness-106 disabled:hover:brightness-100',
  secondary: 'border border-line-strong bg-raised hover:border-muted',
  quiet: 'text-muted hover:bg-raised hover:text-text',
  danger: 'border border-bad/50 bg-bad-soft text-bad hover:border-bad',
};

const sizes = {
  sm: 'h-[30px] px-2.5 text-sm touch max-md:px-3.5',
  md: 'h-9 px-3.5 touch',
  lg: 'h-11 px-5 text-lg',
} as const;

/**
 * The classes of a button, also for links that look like one. On phones every size is 44 px high.
 */
export function buttonClasses(look: Look = 'secondary', size: keyof typeof sizes = 'md'): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-semibold whitespace-nowrap transition-[filter,background-color,border-color] disabled:cursor-not-allowed disabled:opacity-60',
    looks[look],
    sizes[size],
  );
}

type ButtonProps = ComponentProps<'button'> & {
  readonly look?: Look;
  readonly size?: keyof typeof sizes;
  /** The action is running: the button keeps its place and focus, and ignores clicks. */
  readonly isBusy?: boolean;
  /** The button has no effect now: it keeps the focus, and ignores clicks. */
  readonly isIdle?: boolean;
};

export function Button({
  look,
  size,
  isBusy = false,
  isIdle = false,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const isInert = isBusy || isIdle;
  return (
    <button
      type="button"
      {...props}
      aria-disabled={isInert || undefined}
      data-look={look}
      onClick={isInert ? (event) => event.preventDefault() : onClick}
      className={classNames(
        buttonClasses(look, size),
        isBusy && 'opacity-70',
        isIdle && 'cursor-not-allowed opacity-60',
        className,
      )}
    >
      {isBusy && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {children}
    </button>
  );
}

type IconButtonProps = ComponentProps<'button'> & {
  /** The button's name for screen readers, and its tooltip. */
  readonly label: string;
  readonly isFramed?: boolean;
  /**
   * The button has no effect now. Unlike a disabled button it keeps the focus, and it ignores
   * clicks.
   */
  readonly isIdle?: boolean;
};

/** A button with an icon and no text. */
export function IconButton(props: IconButtonProps) {
  const { label, isFramed, isIdle = false, className, onClick, ...others } = props;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...others}
      aria-disabled={isIdle || others['aria-disabled']}
      onClick={isIdle ? undefined : onClick}
      className={classNames(
        'grid size-9 shrink-0 place-items-center rounded-md text-muted touch-square transition-colors hover:bg-raised hover:text-text disabled:cursor-not-allowed disabled:opacity-50',
        isFramed && 'border border-line bg-surface',
        isIdle && 'cursor-not-allowed opacity-50',
        className,
      )}
    />
  );
}
