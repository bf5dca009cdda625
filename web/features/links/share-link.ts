import type { Link } from '#web/api.ts';
import { copyAndTell } from './copy-text.ts';

/** Hands a short link to the device's own way of sharing; where it has none, copies it. */
export async function shareLink({ shortUrl, title }: Pick<Link, 'shortUrl' | 'title'>) {
  const shared = { url: shortUrl, ...(title && { title }) };
  if (!('share' in navigator) || !navigator.canShare(shared)) return copyAndTell(shortUrl);
  try {
    await navigator.share(shared);
  } catch (error) {
    if (!isCancelled(error)) await copyAndTell(shortUrl);
  }
}

/** The person has changed their mind. */
function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
