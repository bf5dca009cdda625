import { atom } from 'jotai';
import { tellAtom, tellFailureAtom } from '#web/app/state/toast.ts';

/** Puts a text on the clipboard and returns whether it is there. Shows a message when it is not. */
export const copyTextAtom = atom(null, async (_, set, text: string): Promise<boolean> => {
  const isCopied = await write(text);
  if (!isCopied) set(tellFailureAtom, 'Failed to copy to clipboard');
  return isCopied;
});

/** The same for a menu, which closes and cannot say that it worked. */
export const copyAndTellAtom = atom(null, async (_, set, text: string): Promise<void> => {
  if (await set(copyTextAtom, text)) set(tellAtom, 'Copied!');
});

/** The clipboard is absent on insecure origins, and the person may refuse it. */
async function write(text: string): Promise<boolean> {
  if (!navigator.clipboard) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
