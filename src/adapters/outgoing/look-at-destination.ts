import type { Sighting } from '#core/links/health/destination-check';
import { secondMs } from '#core/shared/time';
import type { GuardedRequest, Head } from './guarded-request.ts';

const requestMs = 10 * secondMs;
const mostRedirects = 5;

/**
 * Looks at a destination as the weekly check does: HEAD, and GET when HEAD is not answered with
 * success, since many servers refuse HEAD. Follows up to 5 redirects, each through the guard.
 * 404, 410 and every status from 500 on are failures. Other errors (401, 403, 429 …) are answers:
 * servers often refuse programs but not people. One look takes as long as 6 requests, a minute, at
 * most.
 */
export function lookAtDestination(
  request: GuardedRequest,
  timeoutMs = requestMs,
): (url: string) => Promise<Sighting> {
  return async (destination) => {
    const endMs = performance.now() + (mostRedirects + 1) * timeoutMs;
    let url = URL.parse(destination);
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      if (url === null) return { kind: 'unclear' };
      const head = await ask(url, endMs);
      if (head.kind !== 'head') return sightingOf(head.kind);
      if (!isRedirect(head)) return judged(head.status);
      const next: URL | null = URL.parse(head.location ?? '', url);
      // A redirect to an app's own scheme: only a device with the app can follow it.
      if (next !== null && !/^https?:$/.test(next.protocol)) return judged(head.status);
      url = next;
    }
    return { kind: 'unclear' };
  };

  async function ask(url: URL, endMs: number): Promise<Head> {
    const head = await requestUntil(endMs, 'HEAD', url);
    const isFinal =
      head.kind === 'head'
        ? head.status >= 200 && head.status < 400
        : head.kind !== 'timeout' && head.kind !== 'unclear';
    return isFinal ? head : requestUntil(endMs, 'GET', url);
  }

  async function requestUntil(endMs: number, method: 'HEAD' | 'GET', url: URL): Promise<Head> {
    const leftMs = endMs - performance.now();
    return leftMs > 0
      ? request(method, url, Math.ceil(Math.min(timeoutMs, leftMs)))
      : { kind: 'timeout' };
  }
}

function isRedirect(head: Head & { kind: 'head' }): boolean {
  return [301, 302, 303, 307, 308].includes(head.status) && head.location !== null;
}

function judged(status: number): Sighting {
  const isFailure = status === 404 || status === 410 || status >= 500;
  return isFailure ? { kind: 'failed', reason: 'status', status } : { kind: 'answered', status };
}

function sightingOf(kind: Exclude<Head['kind'], 'head'>): Sighting {
  if (kind === 'refused' || kind === 'unclear') return { kind: 'unclear' };
  return { kind: 'failed', reason: kind, status: null };
}
