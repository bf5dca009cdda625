import { minuteMs, secondMs } from '#core/shared/time';

/** How slowly a client may read a response. */
export type Patience = {
  /** Milliseconds that a client may block the response, in total. */
  readonly graceMs: number;
  /** This many bytes add one second to `graceMs`: the slowest allowed average. */
  readonly bytesPerSecond: number;
  /** Upper limit of the blocked milliseconds, also for a long response. */
  readonly mostMs: number;
};

/** 128 kbit/s on average are enough. */
const usualPatience: Patience = {
  graceMs: 10 * secondMs,
  bytesPerSecond: 16_384,
  mostMs: 2 * minuteMs,
};

/**
 * Wraps a body: it is read only as fast as the client consumes, and cut off when the client is too
 * slow. A response that was cut off cannot be mistaken for a complete one. Only the client's time
 * counts, not the time for producing the next piece. `onEnd` is called once, for every kind of end.
 */
export function takenInTime(
  body: ReadableStream<Uint8Array>,
  onEnd: () => void,
  { graceMs, bytesPerSecond, mostMs }: Patience = usualPatience,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let [bytes, waitedMs, waitingSinceMs] = [0, 0, 0];
  let timer: Timer | undefined;

  return new ReadableStream<Uint8Array>(
    {
      start: awaitClient,
      async pull(controller) {
        clearTimeout(timer);
        waitedMs += performance.now() - waitingSinceMs;
        const next = await reader.read().catch((error: unknown) => {
          onEnd();
          throw error;
        });
        if (next.done) {
          onEnd();
          controller.close();
          return;
        }
        bytes += next.value.byteLength;
        controller.enqueue(next.value);
        awaitClient(controller);
      },
      async cancel(reason) {
        clearTimeout(timer);
        onEnd();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );

  function awaitClient(controller: ReadableStreamDefaultController<Uint8Array>): void {
    waitingSinceMs = performance.now();
    const allowedMs = Math.min(mostMs, graceMs + (bytes / bytesPerSecond) * secondMs);
    timer = setTimeout(() => cutOff(controller), Math.max(0, allowedMs - waitedMs));
  }

  function cutOff(controller: ReadableStreamDefaultController<Uint8Array>): void {
    onEnd();
    // Bun prints a reason to the standard error; without one it only closes the connection.
    controller.error();
    reader.cancel().catch(() => {});
  }
}
