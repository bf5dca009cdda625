/** A content encoding of responses. */
export type Encoding = {
  readonly name: string;
  /** The body in this encoding, compressed while it is sent. */
  of(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array>;
};

/** In the order in which they are preferred. */
const encodings: readonly Encoding[] = (['gzip', 'deflate'] as const).map((name) => ({
  name,
  of: (body) => body.pipeThrough(new CompressionStream(name)),
}));

/** The encoding to use for an Accept-Encoding header; null for none. */
export function encodingFor(accept: string | null): Encoding | null {
  if (accept === null) return null;
  const accepted = new Map(accept.toLowerCase().split(',').map(weightOf));
  return encodings.find(({ name }) => (accepted.get(name) ?? 0) > 0) ?? null;
}

function weightOf(part: string): readonly [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
  const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
  return [name, weight === undefined ? 1 : Number(weight)];
}
