import { Refusal } from '#core/shared/refusal';

export type BodyLimits = {
  readonly maxBytes: number;
  /**
   * Time limit for the whole body. The server itself closes a connection without any data earlier.
   */
  readonly limitMs?: number;
  tooLarge(): Refusal;
};

/** The largest body of a call whose route names no other, in bytes. */
export const usualMostBytes = 64 * 1024;

/** The refusal of a body with more than `maxBytes`. `what`: begins the sentence. */
export function bodyTooLarge(what: 'The request body' | 'The file', maxBytes: number): Refusal {
  return new Refusal('too_large', `${what} must be at most ${maxBytes / 1024} KB`);
}

/** The bytes of a body. Reads until its end or a limit, and discards the rest. */
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
