const tickMs = 20;
/** Of a longer time between two ticks, the rest is no time in which this process ran. */
const mostMs = 100;

/** Counts the seconds in which this process runs; those in which the machine stands still do not count. */
export function awakeTime() {
  let lastMs = performance.now();
  let awakeMs = 0;
  const tick = () => {
    const nowMs = performance.now();
    awakeMs += Math.min(nowMs - lastMs, mostMs);
    lastMs = nowMs;
  };
  const ticks = setInterval(tick, tickMs);
  return {
    seconds(): number {
      tick();
      return awakeMs / 1000;
    },
    [Symbol.dispose]: () => clearInterval(ticks),
  };
}
