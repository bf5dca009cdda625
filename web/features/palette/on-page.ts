import { useEffect, useState } from 'react';

/** What a control of the screen does: its name, and where it leads; null for a button. */
export type PageAction = { readonly name: string; readonly path: string | null };

/** A button that destroys something is pressed where a person sees what. */
const controls = 'main :is(button:not([data-look="danger"]), a[href])';
/** Controls in rows, sentences and fields are left out: their names need what is beside them. */
const repeated = 'main :is(tr, li, p, label, fieldset, [popover], [aria-hidden="true"])';

/** Limit of the actions that a screen offers. */
const mostActions = 25;

/**
 * What the visible buttons, links and tabs of the screen do, by their labels or texts. Of a form only its
 * submit button: its other buttons belong to fields.
 */
function actionsOnPage(): readonly PageAction[] {
  return [...offered().values()]
    .slice(0, mostActions)
    .map((element) => ({ name: nameOf(element), path: element.getAttribute('href') }));
}

/** What the screen offers, also as it changes: a screen that is loading offers more when it is loaded. */
export function useActionsOnPage(): readonly PageAction[] {
  const [actions, setActions] = useState(actionsOnPage);
  useEffect(() => {
    const main = document.querySelector('main');
    if (!main) return undefined;
    let frame = 0;
    const read = () =>
      setActions((before) => {
        const now = actionsOnPage();
        return JSON.stringify(now) === JSON.stringify(before) ? before : now;
      });
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(read);
    });
    const attributeFilter = ['aria-label', 'disabled', 'aria-disabled', 'hidden'];
    observer.observe(main, {
      childList: true,
      characterData: true,
      subtree: true,
      attributeFilter,
    });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, []);
  return actions;
}

/**
 * Presses the control of this name as a person does, once the palette has closed and given the focus back.
 * Nothing happens when the screen does not have it any more.
 */
export function pressLater(name: string): void {
  setTimeout(() => {
    const element = offered().get(name.toLowerCase());
    element?.focus();
    element?.click();
  });
}

/** The controls by their names in lower case; of equal names the first. */
function offered(): ReadonlyMap<string, HTMLElement> {
  const found = new Map<string, HTMLElement>();
  for (const element of document.querySelectorAll<HTMLElement>(controls)) {
    const key = nameOf(element).toLowerCase();
    if (key !== '' && !found.has(key) && isOffered(element)) found.set(key, element);
  }
  return found;
}

function isOffered(element: HTMLElement): boolean {
  if (element.closest(repeated) || element.matches(':disabled, [aria-disabled="true"]'))
    return false;
  if (element.closest('form') && !element.matches('[type="submit"]')) return false;
  // A control for screen readers and the keyboard alone is one pixel large.
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
}

/** The label of a control, or else its text. */
function nameOf(element: HTMLElement): string {
  const name = element.getAttribute('aria-label') ?? textOf(element);
  return name.replaceAll(/\s+/g, ' ').trim();
}

/** The text of an element without what screen readers leave out; parts side by side are words. */
function textOf(node: Node): string {
  if (node instanceof Element && node.matches('[aria-hidden="true"]')) return '';
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
  return ` ${[...node.childNodes].map(textOf).join('')} `;
}
