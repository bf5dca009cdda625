import { useEffect, useState } from 'react';
import type { Attempt, Link } from '#web/api.ts';
import { newUuid } from '#web/uuid.ts';

/** A test that is not in the list after this time was lost, or the list cannot be loaded. */
const longestWaitMs = 20_000;

export type TestProgress = 'none' | 'waiting' | 'arrived' | 'not sent' | 'not arrived';

/**
 * Sends test events of a link. Returns how the last one proceeds, and its order id. `attempts` is
 * what has arrived.
 */
export function useTestEvent(link: Link, attempts: readonly Attempt[]) {
  const [orderId, setOrderId] = useState<string | null>(null);
  const [failure, setFailure] = useState<'not sent' | 'not arrived' | null>(null);
  const hasArrived = orderId !== null && attempts.some((attempt) => attempt.orderId === orderId);
  const isWaiting = orderId !== null && !hasArrived && failure === null;

  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setFailure('not arrived'), longestWaitMs);
    return () => clearTimeout(timer);
  }, [isWaiting, orderId]);

  const send = () => {
    const fresh = `test-${newUuid().slice(0, 8)}`;
    const pixel = new Image();
    pixel.addEventListener('error', () => setFailure('not sent'));
    pixel.src = `/api/track/${link.shortCode}?event=sale&test=1&order_id=${fresh}`;
    setFailure(null);
    setOrderId(fresh);
  };

  const progress: TestProgress = hasArrived
    ? 'arrived'
    : isWaiting
      ? 'waiting'
      : (failure ?? 'none');
  return { orderId, progress, send };
}
