import type { LinkIndex } from '#core/redirect/link-index';

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
