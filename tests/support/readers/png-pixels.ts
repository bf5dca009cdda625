import { inflateSync } from 'node:zlib';

/** The pixels of an RGBA or RGB PNG with 8 bits: the five filters of ISO/IEC 15948, chapter 9. */
export function pixelsOf(png: Uint8Array) {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const depth = png[25] === 6 ? 4 : 3;
  const parts: Uint8Array[] = [];
  for (let at = 8; at < png.length;) {
    const length = view.getUint32(at);
    const type = Buffer.from(png.subarray(at + 4, at + 8)).toString();
    if (type === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * depth;
  const rows = new Uint8Array(height * stride);
  const at = (y: number, x: number) => (y < 0 || x < 0 ? 0 : (rows[y * stride + x] ?? 0));
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const [left, up, corner] = [
        at(y, x - depth),
        at(y - 1, x),
        x < depth ? 0 : at(y - 1, x - depth),
      ];
      const nearest = [left, up, corner].toSorted(
        (a, b) => Math.abs(left + up - corner - a) - Math.abs(left + up - corner - b),
      );
      const added = [0, left, up, Math.floor((left + up) / 2), nearest[0] ?? 0][filter ?? 0] ?? 0;
      rows[y * stride + x] = (raw[y * (stride + 1) + 1 + x] ?? 0) + added;
    }
  }
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let i = 0; i < width * height; i += 1) {
    for (let part = 0; part < 3; part += 1) pixels[i * 4 + part] = rows[i * depth + part] ?? 0;
  }
  return { pixels, width, height };
}
