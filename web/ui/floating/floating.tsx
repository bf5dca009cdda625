import { type ReactNode, type ToggleEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '#web/ui/class-names.ts';

/**
 * The props of the button that opens a floating panel. The browser opens and closes the panel and
 * moves the focus.
 */
export type OpensFloating = { readonly popoverTarget: string };

/**
 * Where a panel floats: below its button with the right edges aligned, or below or above it with the
 * left edges aligned.
 */
export type Side = 'below' | 'below-start' | 'above';

const floats: Readonly<Record<Side, string>> = {
  below: 'floats-below',
  'below-start': 'floats-below-start',
  above: 'floats-above',
};

type FloatingProps = {
  readonly side?: Side | undefined;
  readonly className: string;
  /** The button, which is beside the panel in the document. */
  readonly button: (opens: OpensFloating) => ReactNode;
  /** One focusable element, which gets the focus. Rendered only while the panel is open. */
  readonly children: ReactNode;
};

/**
 * A panel beside its button, above all else: the browser's own popover. The browser closes it on
 * Escape and on a click outside, and then gives the focus back to the button.
 */
export function Floating({ side = 'below', className, button, children }: FloatingProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const begin = ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
    if (newState !== 'open') return;
    flushSync(() => setIsOpen(true));
    focusOnOpening(currentTarget);
  };
  // The content is removed after the focus has returned: the browser can return it only while the
  // content exists.
  const end = ({ newState }: ToggleEvent) => {
    if (newState === 'closed') setIsOpen(false);
  };
  return (
    <>
      {button({ popoverTarget: id })}
      <div
        id={id}
        popover="auto"
        onBeforeToggle={begin}
        onToggle={end}
        className={classNames(floats[side], className)}
      >
        {isOpen && children}
      </div>
    </>
  );
}

/**
 * Makes the browser focus the content when it opens; a panel's search, where it has one; when opened
 * by keyboard, a menu's first action.
 */
function focusOnOpening(panel: Element): void {
  const isByKeyboard = document.activeElement?.matches(':focus-visible') ?? false;
  const action = isByKeyboard ? panel.querySelector('[role="menuitem"]') : null;
  const search = panel.querySelector('[data-opening]');
  (search ?? action ?? panel.firstElementChild)?.setAttribute('autofocus', '');
}

/** Closes every floating panel. They are above all else, also above a dialog that opens. */
export function closeAllFloating(): void {
  for (const panel of document.querySelectorAll<HTMLElement>(':popover-open')) panel.hidePopover();
}

/** Closes the floating panel around an element. */
export function closeFloating(within: Element): void {
  within.closest<HTMLElement>('[popover]')?.hidePopover();
}
