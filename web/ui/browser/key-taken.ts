const typing = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';

/** Whether an event belongs to a field, a menu or a dialog. */
export function isTaken({ target }: Event): boolean {
  if (target instanceof Element && target.closest(`${typing}, [role="menu"]`)) return true;
  return document.querySelector('[role="dialog"]') !== null;
}

/** Whether a key belongs to a field, a menu or a dialog, or to a shortcut of the browser. */
export function isKeyTaken(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey } = event;
  return ctrlKey || metaKey || altKey || event.defaultPrevented || isTaken(event);
}
