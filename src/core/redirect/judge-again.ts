import type { ServedDomains } from '#core/domains/served-domains';
import type { LinkIndex } from './link-index.ts';

/** Links that are checked again in one turn of the redirect thread. */
const linksAtOnce = 200;

/**
 * Decides again for all links whether they are blocked or loop, a few at a time, so that the thread
 * answers visits in between.
 */
export async function judgeAgain(index: LinkIndex, signal: AbortSignal): Promise<void> {
  let judged = 0;
  for (const link of index.links()) {
    if (signal.aborted) return;
    index.judge(link);
    judged += 1;
    if (judged % linksAtOnce === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

/**
 * Returns a job that checks all links again when the domains that lead to this instance have
 * changed.
 */
export function judgeByDomains(index: LinkIndex, domains: ServedDomains) {
  let judged = pointedHosts(domains);
  return async (signal: AbortSignal): Promise<void> => {
    const now = pointedHosts(domains);
    if (now === judged) return;
    judged = now;
    await judgeAgain(index, signal);
  };
}

function pointedHosts(domains: ServedDomains): string {
  return domains
    .all()
    .flatMap(({ host, isPointed }) => (isPointed ? [host] : []))
    .sort()
    .join();
}
