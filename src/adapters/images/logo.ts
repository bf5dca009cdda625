const edgePx = 256;
const quality = 85;

/** A published profile picture, smaller: 256 px a side at most. */
export function logoPicture(portrait: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Bun.Image(portrait).resize(edgePx, edgePx).jpeg({ quality }).bytes();
}
