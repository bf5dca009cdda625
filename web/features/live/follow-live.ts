import { atom } from 'jotai';
import { numbersVersion } from '#web/numbers-version.ts';
import { paths } from '#web/paths.ts';
import { checkSessionAtom } from '#web/app/state/account.ts';
import { isLiveAtom, isLiveNow, type LiveNow, liveNowAtom } from './live-now.ts';
import { noticesChangedAtom, unreadAtom } from '#web/features/notices/notices.ts';
import { refreshNumbersAtom } from '#web/app/state/refresh-numbers.ts';
import { reloadTestsAtom } from '#web/features/split-tests/split-tests.ts';

const retryMs = 30_000;
/** A first connection later than this is treated like a reconnect. */
const promptMs = 30_000;
/**
 * The pause between two refreshes of the numbers: a multiple of the duration of the last refresh,
 * within these limits.
 */
const numbersPause = { timesAnswer: 10, leastMs: 1_000, mostMs: 10_000 };

/**
 * Keeps the page up to date by server-sent events; returns a function that stops this. A hidden
 * page closes its connection, because a browser allows few of them. After every reconnect all
 * visible data is fetched again, because the server does not repeat events. When the first
 * connection opens, the page's data is as old as the page, and the server's first event names the
 * state that the data must have. Live events are shown together with the numbers that they change.
 */
export const followLiveAtom = atom(null, (_, set): (() => void) => {
  const refreshNumbers = () => set(refreshNumbersAtom);
  let source: EventSource | null = null;
  let retry = 0;
  /** The live events that wait, while the numbers beside them are older. */
  let held: LiveNow | null = null;
  const show = (now: LiveNow): void => {
    held = null;
    set(liveNowAtom, now);
  };
  const numbers = nowAndThen(refreshNumbers, () => held && show(held));
  const stopComparing = numbersVersion.onOlder(numbers.soon);
  const startMs = performance.now();

  const close = (): void => {
    source?.close();
    source = null;
    window.clearTimeout(retry);
  };
  let isFirst = true;
  const refresh = (): void => {
    if (!isFirst || performance.now() - startMs > promptMs) {
      void refreshNumbers();
      void set(reloadTestsAtom);
    }
    isFirst = false;
  };
  const open = (): void => {
    close();
    const opened = new EventSource(paths.events);
    source = opened;
    opened.addEventListener('open', () => {
      set(isLiveAtom, true);
      refresh();
    });
    opened.addEventListener('notices', ({ data }: MessageEvent<string>) => {
      set(noticesChangedAtom, unreadIn(JSON.parse(data)));
    });
    opened.addEventListener('numbers', (event: MessageEvent<string>) => {
      if (!isShown(event)) numbers.soon();
    });
    opened.addEventListener('links', (event: MessageEvent<string>) => {
      if (!isShown(event)) void refreshNumbers();
      void set(reloadTestsAtom);
    });
    opened.addEventListener('live', ({ data }: MessageEvent<string>) => {
      const now: unknown = JSON.parse(data);
      if (!isLiveNow(now)) return;
      if (numbers.isDue()) held = now;
      else show(now);
    });
    opened.addEventListener('error', () => {
      if (source === opened) lose();
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      close();
      retry = window.setTimeout(follow, retryMs);
      void set(checkSessionAtom);
    });
  };
  const lose = (): void => set(isLiveAtom, false);
  const follow = (): void => (document.hidden ? close() : open());

  follow();
  document.addEventListener('visibilitychange', follow);
  window.addEventListener('online', follow);
  window.addEventListener('offline', lose);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    window.removeEventListener('online', follow);
    window.removeEventListener('offline', lose);
    stopComparing();
    numbers.stop();
    close();
    held = null;
    set(liveNowAtom, null);
    set(unreadAtom, 0);
  };
});

/** Whether the page's answers show the state that an update announces. */
function isShown({ data }: MessageEvent<string>): boolean {
  const update: unknown = JSON.parse(data);
  const isMarked = typeof update === 'object' && update !== null && 'mark' in update;
  return isMarked && typeof update.mark === 'string' && numbersVersion.isShown(update.mark);
}

function unreadIn(update: unknown): number {
  const hasCount = typeof update === 'object' && update !== null && 'unread' in update;
  return hasCount && typeof update.unread === 'number' ? update.unread : 0;
}

/**
 * Runs `work`, and then `onDone`, after each call of `soon`. After a run it waits for the pause before
 * the next one.
 */
function nowAndThen(work: () => Promise<void>, onDone: () => void) {
  const { timesAnswer, leastMs, mostMs } = numbersPause;
  let timer = 0;
  let againAtMs = 0;
  const run = async (): Promise<void> => {
    const startMs = performance.now();
    try {
      await work();
    } finally {
      const endMs = performance.now();
      againAtMs = endMs + Math.min(mostMs, Math.max(leastMs, timesAnswer * (endMs - startMs)));
      timer = 0;
      onDone();
    }
  };
  return {
    /** Whether a run waits or has not ended. */
    isDue: (): boolean => timer !== 0,
    soon(): void {
      if (timer !== 0) return;
      timer = window.setTimeout(() => void run(), Math.max(0, againAtMs - performance.now()));
    },
    stop: (): void => window.clearTimeout(timer),
  };
}
