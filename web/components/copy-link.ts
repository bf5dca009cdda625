import { tell, tellFailure } from '#web/state/toast.ts';

/** Puts an address on the clipboard, and says so, or why not. */
export async function copyLink(url: string): Promise<boolean> {
  const isCopied = await write(url);
  if (isCopied) tell('Copied!', 'The short link is on your clipboard.');
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
