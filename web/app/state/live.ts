import { atom } from 'jotai';
import { paths } from '#web/paths.ts';
import { checkSessionAtom } from '#web/features/account/account.ts';
import { reloadNoticesAtom } from '#web/features/notices/notices.ts';
import { refreshNumbersAtom } from './refresh-numbers.ts';

const retryMs = 30_000;
/** Numbers that change all the time are asked for no more often. */
const betweenNumbersMs = 10_000;

/**
 * Keeps what the page shows up to date while it is visible; returns a function that ends this. A
 * hidden page closes its connection, since a browser has few. When the page is visible again, and
 * after a lost connection, everything visible is asked for again: the server does not repeat events.
 */
export const followLiveAtom = atom(null, (_, set): (() => void) => {
  const refreshNumbers = () => void set(refreshNumbersAtom);
  const reloadNotices = () => void set(reloadNoticesAtom);
  let source: EventSource | null = null;
  let retry = 0;
  const numbers = nowAndThen(betweenNumbersMs, refreshNumbers);

  const close = (): void => {
    source?.close();
    source = null;
    window.clearTimeout(retry);
  };
  let isFirst = true;
  const refresh = (): void => {
    reloadNotices();
    if (!isFirst) refreshNumbers();
    isFirst = false;
  };
  const open = (): void => {
    close();
    const opened = new EventSource(paths.events);
    source = opened;
    opened.addEventListener('open', refresh);
    opened.addEventListener('notices', reloadNotices);
    opened.addEventListener('numbers', numbers.soon);
    opened.addEventListener('links', refreshNumbers);
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      close();
      retry = window.setTimeout(follow, retryMs);
      void set(checkSessionAtom);
    });
  };
  const follow = (): void => (document.hidden ? close() : open());

  follow();
  document.addEventListener('visibilitychange', follow);
  window.addEventListener('online', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    window.removeEventListener('online', follow);
    numbers.stop();
    close();
  };
});

/** Does the work soon after each request for it, but at most once in `pauseMs`. */
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
