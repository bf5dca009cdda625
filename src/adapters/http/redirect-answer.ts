import { recentMap } from '#core/shared/recent-map';
import { transportHeaders } from './security-headers.ts';

const rememberedDestinations = 5_000;

/**
 * Answers a visit with its destination; `shortUrl` is where links are reached. Nothing may keep the answer, since the next one may differ.
 * The policy is the browsers' own default said aloud: the destination learns the site that the
 * visitor came from, which attribution needs, and never the page.
 *
 * A copy of an answer costs a third less than a new one, and every redirect pays for it; one that
 * is given once is not worth remembering.
 */
export function redirectAnswers(
  shortUrl: string,
): (destination: string, isOnce: boolean) => Response {
  const transport = transportHeaders(shortUrl);
  const newAnswer = (destination: string): Response => {
    const headers = { ...redirectHeaders(destination), ...transport };
    return new Response(null, { status: 302, headers });
  };
  const originals = recentMap<string, Response>(rememberedDestinations);

  return (destination, isOnce) => {
    if (isOnce) return newAnswer(destination);
    const known = originals.get(destination);
    if (known !== undefined) return known.clone();
    const original = newAnswer(destination);
    originals.set(destination, original);
    return original.clone();
  };
}

/** The headers of every redirect, whatever it is reached by. */
export function redirectHeaders(destination: string): Record<string, string> {
  return {
    location: destination,
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'strict-origin-when-cross-origin',
  };
}
