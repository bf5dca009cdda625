import { copyText } from './copy-text.ts';

/** Puts an address on the clipboard, and says so, or why not. */
export function copyLink(url: string): Promise<boolean> {
  return copyText(url, 'The short link is on your clipboard.');
}
