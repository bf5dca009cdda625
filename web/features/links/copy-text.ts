import { atom } from 'jotai';
import { showToastAtom, showErrorToastAtom } from '#web/app/state/toast.ts';

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
 * Returns whether the text is in the clipboard now. The clipboard is missing on plain http, and the
 * person may deny access to it.
 */
export async function putInClipboard(text: string): Promise<boolean> {
  if (!navigator.clipboard) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
