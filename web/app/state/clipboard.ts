import { atom } from 'jotai';
import { showToastAtom, showErrorToastAtom } from './toast.ts';

/**
 * Copies a text to the clipboard and returns whether that succeeded. Shows a toast when it failed.
 */
export const copyTextAtom = atom(null, async (_, set, text: string): Promise<boolean> => {
  const isCopied = await putInClipboard(text);
  if (!isCopied) set(showErrorToastAtom, 'Failed to copy to clipboard');
  return isCopied;
});

/** Copies a text and shows a toast also on success. For menus, which close and cannot show it. */
export const copyWithToastAtom = atom(null, async (_, set, text: string): Promise<void> => {
  if (await set(copyTextAtom, text)) set(showToastAtom, 'Copied!');
});

/**
 * Returns whether the text is in the clipboard now. Over plain http browsers have no
 * `navigator.clipboard`, and the person may deny access to it: then the text is selected and copied.
 */
export async function putInClipboard(text: string): Promise<boolean> {
  if (!navigator.clipboard) return selectAndCopy(text);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => selectAndCopy(text),
  );
}

/** Copies as a person does with the keyboard. The focus stays. */
function selectAndCopy(text: string): boolean {
  const selection = document.getSelection();
  const before = selection?.rangeCount ? selection.getRangeAt(0) : null;
  const shown = document.createElement('span');
  shown.textContent = text;
  // Placed outside the visible area. Browsers do not copy text that is hidden or cannot be
  // selected.
  shown.style.cssText = 'position: fixed; left: -9999px; user-select: text';
  document.body.append(shown);
  document.addEventListener('copy', copyPlainly);
  try {
    selection?.selectAllChildren(shown);
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', copyPlainly);
    shown.remove();
    selection?.removeAllRanges();
    if (before) selection?.addRange(before);
  }

  function copyPlainly(event: ClipboardEvent): void {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  }
}
