import { secondMs } from '#core/shared/time';

/** Text that is being sent. */
export type StreamedText = {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Whether the whole text is already in memory, because it was short. */
  readonly isWhole: boolean;
};

/** Text up to this length, in UTF-16 units, is produced at once. */
const shortLength = 64 * 1024;
/**
 * The maximum rate for a longer text, in UTF-16 units. It leaves time to collect its garbage, and
 * most of the thread's time for other work such as redirects.
 */
const lengthPerSecond = 8 * 1024 * 1024;

/**
 * The pieces as a stream of bytes that reads on only as fast as the client consumes, and no faster
 * than `lengthPerSecond`. The first pieces are produced before the response begins, so that a
 * database that is away still gives an error status.
 */
export async function streamedText(
  pieces: AsyncGenerator<string, void, void>,
): Promise<StreamedText> {
  const encoder = new TextEncoder();
  let begun = '';
  let isWhole = false;
  while (!isWhole && begun.length < shortLength) {
    const piece = await pieces.next();
    if (piece.done) isWhole = true;
    else begun += piece.value;
  }

  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(encoder.encode(begun));
      if (isWhole) controller.close();
    },
    async pull(controller) {
      const piece = await pieces.next();
      if (piece.done) return controller.close();
      controller.enqueue(encoder.encode(piece.value));
      await Bun.sleep((piece.value.length / lengthPerSecond) * secondMs);
    },
    async cancel() {
      await pieces.return();
    },
  });
  return { body, isWhole };
}
