import { paths } from '#web/paths.ts';
import { checkSession } from './account.ts';
import { reloadNotices } from './notices.ts';
import { refreshNumbers } from './refresh-numbers.ts';

const retryMs = 30_000;
/** Numbers that change all the time are asked for no more often. */
const betweenNumbersMs = 10_000;

/**
 * Keeps notices and numbers up to date while the page is seen; the answer ends it. A hidden page
 * gives its connection back, since a browser has few, and catches up when it is seen again.
 */
export function followLive(): () => void {
  let source: EventSource | null = null;
  let retry = 0;
  const numbers = nowAndThen(betweenNumbersMs, () => void refreshNumbers());

  const close = (): void => {
    source?.close();
    source = null;
    window.clearTimeout(retry);
  };
  const open = (): void => {
    close();
    const opened = new EventSource(paths.events);
    source = opened;
    opened.addEventListener('open', () => void reloadNotices());
    opened.addEventListener('notices', () => void reloadNotices());
    opened.addEventListener('numbers', numbers.soon);
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      close();
      retry = window.setTimeout(follow, retryMs);
      void checkSession();
    });
  };
  const follow = (): void => (document.hidden ? close() : open());

  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    numbers.stop();
    close();
  };
}

/** Does the work soon after it is asked for, however often that is: once in so long. */
function nowAndThen(pauseMs: number, work: () => void) {
  let timer = 0;
  let doneAtMs = -Infinity;
  return {
    soon(): void {
      if (timer !== 0) return;
      const waitMs = Math.max(0, doneAtMs + pauseMs - performance.now());
      timer = window.setTimeout(() => {
        timer = 0;
        doneAtMs = performance.now();
        work();
      }, waitMs);
    },
    stop: (): void => window.clearTimeout(timer),
  };
}
