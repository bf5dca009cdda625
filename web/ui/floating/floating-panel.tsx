import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { Floating, type OpensFloating, type Side } from './floating.tsx';

type FloatingPanelProps = {
  /** What the panel is about. */
  readonly label: string;
  /** For short lines. */
  readonly isNarrow?: boolean;
  readonly side?: Side;
  readonly button: (opens: OpensFloating & { readonly 'aria-haspopup': 'dialog' }) => ReactNode;
  /** A heading, and below it the scrolling content. */
  readonly children: ReactNode;
};

/**
 * A panel, for example with a list, that a button opens: below the button, on phones across the
 * screen.
 */
export function FloatingPanel({ label, isNarrow, side, button, children }: FloatingPanelProps) {
  return (
    <Floating
      side={side}
      className={classNames(
        'rounded-lg border border-line bg-surface text-text shadow-float max-md:inset-x-3 max-md:top-16 max-md:bottom-auto max-md:m-0 max-md:w-auto max-md:[position-area:none]',
        isNarrow ? 'md:w-80' : 'md:w-96',
      )}
      button={(opens) => button({ ...opens, 'aria-haspopup': 'dialog' })}
    >
      <div
        role="dialog"
        tabIndex={-1}
        aria-label={label}
        className="grid max-h-[min(32rem,calc(100dvh-6rem))] grid-rows-[auto_minmax(0,1fr)] focus:outline-none"
      >
        {children}
      </div>
    </Floating>
  );
}
