import type { Answers } from './calls.ts';

/** Work after the response; functions wrapped by `settling` resolve when all of it is done. */
export function deferInTests() {
  let under: Promise<void>[] = [];
  return {
    defer: (work: () => Promise<void>) => void under.push(work()),
    settling: (app: Answers): Answers => ({
      async fetch(request) {
        const answer = await app.fetch(request);
        const works = under;
        under = [];
        await Promise.all(works);
        return answer;
      },
    }),
  };
}
