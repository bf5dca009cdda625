/** Pictures that the tests generate. */
type PictureOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly quality?: number;
  readonly isProgressive?: boolean;
};

/** A JPEG with a gradient. */
export function jpeg(options: PictureOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { width = 120, height = width, quality = 80, isProgressive = false } = options;
  return bytesOf(
    new Bun.Image(bitmap(width, height)).jpeg({ quality, progressive: isProgressive }),
  );
}

export function png(width: number, height = width): Promise<Uint8Array<ArrayBuffer>> {
  return bytesOf(new Bun.Image(bitmap(width, height)).png());
}

async function bytesOf(image: Bun.Image): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await image.bytes());
}

/** Raw pixels as a Windows bitmap, which the runtime's encoders accept. */
function bitmap(width: number, height: number): Uint8Array {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const bytes = new Uint8Array(54 + rowBytes * height);
  const header = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  header.setUint32(2, bytes.length, true);
  header.setUint32(10, 54, true);
  header.setUint32(14, 40, true);
  header.setInt32(18, width, true);
  header.setInt32(22, height, true);
  header.setUint16(26, 1, true);
  header.setUint16(28, 24, true);
  for (let at = 54; at < bytes.length; at += 1) bytes[at] = (at >> 3) % 256;
  return bytes;
}

/** The JPEG with a segment inserted after its first marker: a profile, a place, a comment. */
export function withPart(picture: Uint8Array, marker: number, content: Uint8Array | string) {
  const body = Buffer.from(content);
  const length = body.length + 2;
  const head = Buffer.from([0xff, marker, length >> 8, length & 0xff]);
  return new Uint8Array(Buffer.concat([picture.subarray(0, 2), head, body, picture.subarray(2)]));
}

/** The place of a photo, as cameras write it: TIFF with a GPS directory. */
export function exifGps(words = 'GPS-MARKER 52.5200N 13.4050E'): string {
  return `Exif\0\0II*\0\b\0\0\0\u0001\0%\u0088\u0004\0\u0001\0\0\0\u001a\0\0\0\0\0\0\0${words}`;
}

/** The names of a JPEG's segments, in order. */
export function markersIn(picture: Uint8Array): string[] {
  const found: string[] = [];
  for (let at = 0; at + 1 < picture.length; at += 1) {
    const next = picture[at + 1] ?? 0;
    if (picture[at] === 0xff && next >= 0xc0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) {
      found.push(next.toString(16));
    }
  }
  return found;
}
