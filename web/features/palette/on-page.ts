/** A control of the screen that the palette offers. */
export type PageAction = { readonly name: string; readonly element: HTMLElement };

const controls = 'main :is(button, a[href])';
/** Of rows, sentences and fields there are many, and each has its meaning beside it. */
const repeated = 'main :is(tr, li, p, label, fieldset, [popover], [aria-hidden="true"])';

/** Limit of the actions that a screen offers. */
const mostActions = 25;

/**
 * The visible buttons, links and tabs of the screen, by their accessible names. Of a form only its
 * submit button: its other buttons belong to fields.
 */
export function actionsOnPage(): readonly PageAction[] {
  const found = new Map<string, PageAction>();
  for (const element of document.querySelectorAll<HTMLElement>(controls)) {
    const name = nameOf(element);
    const key = name.toLowerCase();
    if (name !== '' && !found.has(key) && isOffered(element)) found.set(key, { name, element });
  }
  return [...found.values()].slice(0, mostActions);
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

/** Presses a control as a person does, once the palette has closed and given the focus back. */
export function pressLater(element: HTMLElement): void {
  setTimeout(() => {
    element.focus();
    element.click();
  });
}
