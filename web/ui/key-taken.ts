const typing = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';

/** Whether a key belongs to a field, a menu or a dialog, or to a shortcut of the browser. */
export function isKeyTaken(event: KeyboardEvent): boolean {
  const { target, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || event.defaultPrevented) return true;
  if (target instanceof Element && target.closest(`${typing}, [role="menu"]`)) return true;
  return document.querySelector('[role="dialog"]') !== null;
}
