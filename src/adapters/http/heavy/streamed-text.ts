import { secondMs } from '#core/shared/time';

/** Text on its way out. */
export type StreamedText = {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Whether all of it is in memory already: it was short. */
  readonly isWhole: boolean;
};

/** Text up to this length, in UTF-16 units, is made at once. */
const shortLength = 64 * 1024;
/**
 * So fast a longer text is made at most, in UTF-16 units. What it leaves behind in memory is cleared
 * away meanwhile, and this thread, which also redirects, has most of its time for others.
 */
const lengthPerSecond = 8 * 1024 * 1024;

/**
 * The pieces as a stream of bytes that reads on only as fast as it is taken, and no faster than
 * `lengthPerSecond`. The first pieces are made before the answer begins, so that a database that is
 * away is answered with a status.
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
