/** The id of the button that adds a filter. */
export const addFilterId = 'add-filter';

/** Moves the focus to the button that adds a filter, when the focused control is about to go. */
export function focusAddFilter(): void {
  document.getElementById(addFilterId)?.focus();
}
