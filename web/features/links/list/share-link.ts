import { atom } from 'jotai';
import type { Link } from '#web/api.ts';
import { copyWithToastAtom } from '#web/app/state/clipboard.ts';

type Shared = Pick<Link, 'shortUrl' | 'title'>;

/** Opens the device's share sheet with a short link. Copies the link where there is none. */
export const shareLinkAtom = atom(null, async (_, set, { shortUrl, title }: Shared) => {
  const shared = { url: shortUrl, ...(title && { title }) };
  if (!('share' in navigator) || !navigator.canShare(shared)) {
    return set(copyWithToastAtom, shortUrl);
  }
  try {
    await navigator.share(shared);
  } catch (error) {
    if (!isCancelled(error)) await set(copyWithToastAtom, shortUrl);
  }
});

/** The person closed the share sheet. */
function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
