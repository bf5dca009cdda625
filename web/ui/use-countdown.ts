import { useEffect, useRef } from 'react';

/**
 * Calls `onEnd` after `ms` milliseconds, of which only those count while `isRunning`. Another `ms`
 * begins a new time; with `Infinity` the time has no end.
 */
export function useCountdown(ms: number, isRunning: boolean, onEnd: () => void): void {
  const leftMs = useRef(ms);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    leftMs.current = ms;
  }, [ms]);
  useEffect(() => {
    if (!isRunning || leftMs.current === Number.POSITIVE_INFINITY) return undefined;
    const begunMs = performance.now();
    const timer = setTimeout(() => end.current(), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= performance.now() - begunMs;
    };
  }, [ms, isRunning]);
}
