import { tally } from '#core/shared/limits/tally';
import { secondMs } from '#core/shared/time';

const pauseMs = 100;
/** In seconds. */
const bounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** Measures how late timers run on this thread, ten times a second. */
export function watchLoopDelay() {
  const delays = tally(bounds);
  let dueMs = performance.now() + pauseMs;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    delays.record(Math.max(0, nowMs - dueMs) / secondMs);
    dueMs = nowMs + pauseMs;
  }, pauseMs);
  timer.unref();
  return { read: delays.read, stop: () => clearInterval(timer) };
}
