import { tell, tellFailure } from '#web/state/toast.ts';

/** Puts a text on the clipboard and says what is there now, or that it failed. */
export async function copyText(text: string, said: string): Promise<boolean> {
  const isCopied = await write(text);
  if (isCopied) tell('Copied!', said);
  else tellFailure('Error', 'Failed to copy to clipboard');
  return isCopied;
}

/** The clipboard is absent on insecure origins, and the person may refuse it. */
async function write(text: string): Promise<boolean> {
  if (!navigator.clipboard) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
