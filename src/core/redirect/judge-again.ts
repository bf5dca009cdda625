import type { ServedDomains } from '#core/domains/served-domains';
import type { LinkIndex } from './link-index.ts';

/** Links that are judged again in one turn of the redirecting thread. */
const linksAtOnce = 200;

/** Judges all links again, a few at a time, so that visits are answered in between. */
export async function judgeAgain(index: LinkIndex, signal: AbortSignal): Promise<void> {
  let judged = 0;
  for (const link of index.links()) {
    if (signal.aborted) return;
    index.judge(link);
    judged += 1;
    if (judged % linksAtOnce === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Returns work that judges the links again when other domains lead to this instance. */
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
