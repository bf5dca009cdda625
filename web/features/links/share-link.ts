import { atom } from 'jotai';
import type { Link } from '#web/api.ts';
import { copyAndTellAtom } from './copy-text.ts';

type Shared = Pick<Link, 'shortUrl' | 'title'>;

/** Hands a short link to the device's own way of sharing; where it has none, copies it. */
export const shareLinkAtom = atom(null, async (_, set, { shortUrl, title }: Shared) => {
  const shared = { url: shortUrl, ...(title && { title }) };
  if (!('share' in navigator) || !navigator.canShare(shared)) {
    return set(copyAndTellAtom, shortUrl);
  }
  try {
    await navigator.share(shared);
  } catch (error) {
    if (!isCancelled(error)) await set(copyAndTellAtom, shortUrl);
  }
});

/** The person has changed their mind. */
function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
