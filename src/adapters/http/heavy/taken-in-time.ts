import { minuteMs, secondMs } from '#core/shared/time';

/** How slowly a client may take an answer. */
export type Patience = {
  /** Milliseconds that a client may keep the answer waiting, in all. */
  readonly graceMs: number;
  /** Bytes that add a second to that: the slowest average that is borne. */
  readonly bytesPerSecond: number;
  /** Milliseconds that it may keep even a long answer waiting, in all. */
  readonly mostMs: number;
};

/** 128 kbit/s on average is enough. */
const usualPatience: Patience = {
  graceMs: 10 * secondMs,
  bytesPerSecond: 16_384,
  mostMs: 2 * minuteMs,
};

/**
 * The same body, read on only as fast as it is taken, and cut off when the client takes it too
 * slowly: an answer that was cut off cannot be mistaken for a whole one. Only the client's time
 * counts, not the time in which the next piece is made. `onEnd` is called once, however it ends.
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
    timer = setTimeout(() => cutOff(controller), allowedMs - waitedMs);
  }

  function cutOff(controller: ReadableStreamDefaultController<Uint8Array>): void {
    onEnd();
    // Bun prints a reason to the standard error; without one it only ends the connection.
    controller.error();
    reader.cancel().catch(() => {});
  }
}
