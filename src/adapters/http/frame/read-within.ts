import { Refusal } from '#core/shared/refusal';

export type BodyLimits = {
  readonly maxBytes: number;
  /** How long all of it may take; who sends nothing at all is cut off by the server before. */
  readonly limitMs?: number;
  tooLarge(): Refusal;
};

/** The bytes of a body. Reads until its end or a limit, and lets go of the rest unread. */
export async function readWithin(
  stream: ReadableStream<Uint8Array> | null,
  { maxBytes, limitMs = Infinity, tooLarge }: BodyLimits,
): Promise<Uint8Array> {
  if (stream === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  const untilMs = performance.now() + limitMs;
  let bytes = 0;

  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge();
    if (performance.now() > untilMs) throw new Refusal('malformed', 'The transfer took too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
