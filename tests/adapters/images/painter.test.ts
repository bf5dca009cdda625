import { describe, expect, test } from 'bun:test';
import { outlineOf } from '#adapters/images/jpeg-outline';
import { picturePainter } from '#adapters/images/painter';
import { exifGps, jpeg, markersIn, png, withPart } from '#tests/support/builders/pictures';

const { portrait: paint, preview } = picturePainter();

async function painted(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const portrait = await paint(bytes);
  if (portrait.kind === 'refused') throw new Error(portrait.why);
  return portrait.jpeg;
}

async function sizeOf(bytes: Uint8Array) {
  const { width, height, format } = await new Bun.Image(bytes).metadata();
  return { width, height, format };
}

describe('[pictures] a picture is encoded again', () => {
  test.each([
    [1, 1],
    [100, 100],
    [512, 512],
    [513, 512],
    [1999, 512],
  ])('a side of %i px becomes %i', async (from, to) => {
    const result = await painted(await jpeg({ width: from }));

    expect(await sizeOf(result)).toEqual({ width: to, height: to, format: 'jpeg' });
  });

  test('a progressive JPEG is accepted', async () => {
    const result = await painted(await jpeg({ width: 300, isProgressive: true }));

    expect(await sizeOf(result)).toMatchObject({ width: 300, format: 'jpeg' });
  });

  test('locations, profiles, thumbnails and comments are removed', async () => {
    const plain = await jpeg();
    const parts: (readonly [number, string])[] = [
      [0xe1, exifGps('marker-place')],
      [0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>marker-name</x:xmpmeta>'],
      [0xed, 'Photoshop 3.0\0marker-iptc'],
      [0xfe, 'marker-remark <script>alert(1)</script>'],
    ];
    const loaded = parts.reduce(
      (picture, [marker, text]) => withPart(picture, marker, text),
      plain,
    );
    expect(Buffer.from(loaded).toString('latin1')).toContain('marker-place');

    const result = await painted(loaded);

    const text = Buffer.from(result).toString('latin1');
    expect(text).not.toContain('marker-');
    expect(text).not.toContain('script');
    expect(markersIn(result).filter((marker) => /^(e[1-9a-f]|fe)$/.test(marker))).toEqual([]);
  });

  test('a color profile, which the encoder would keep, is removed too', async () => {
    const profile = `ICC_PROFILE\0\u0001\u0001marker${'-'.repeat(300)}`;

    const result = await painted(withPart(await jpeg(), 0xe2, profile));

    expect(Buffer.from(result).toString('latin1')).not.toContain('marker');
    expect(await sizeOf(result)).toMatchObject({ width: 120, format: 'jpeg' });
  });

  test('a rotated picture is turned upright', async () => {
    const plain = await jpeg({ width: 64 });
    const turned =
      'Exif\0\0II*\0\b\0\0\0\u0001\0\u0012\u0001\u0003\0\u0001\0\0\0\u0006\0\0\0\0\0\0\0';

    const result = await painted(withPart(plain, 0xe1, turned));

    expect(result).not.toEqual(await painted(plain));
  });

  test('data after the end of the image is removed', async () => {
    const polyglot = Buffer.concat([await jpeg(), Buffer.from('<script>marker()</script>')]);

    const result = await painted(new Uint8Array(polyglot));

    expect(Buffer.from(result).toString('latin1')).not.toContain('marker');
  });
});

describe('[pictures] an invalid picture is rejected', () => {
  const gifWithScript = 'GIF89a/*\x01\x00\x01\x00\x00\x00\x00*/=1;alert(1)//';

  test.each([
    ['nothing', ''],
    [
      'an SVG with a script',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    ],
    ['HTML under another name', '<!doctype html><script>alert(1)</script>'],
    ['a GIF that is also a script', gifWithScript],
    ['a JPEG’s first bytes alone', '\xff\xd8\xff\xe0'],
    ['a JPEG without a frame', '\xff\xd8\xff\xd9'],
    ['text behind a JPEG’s first bytes', `\xff\xd8\xff${'a'.repeat(2000)}`],
  ])('%s', async (_, text) => {
    const bytes = new Uint8Array(Buffer.from(text, 'latin1'));

    expect(await paint(bytes)).toEqual({ kind: 'refused', why: 'no picture' });
  });

  test('a PNG, animated or not, since only JPEG is accepted', async () => {
    expect(await paint(await png(100))).toEqual({ kind: 'refused', why: 'no picture' });
  });

  test.each([0.1, 0.5, 0.9, 0.999])(
    'a picture that is cut off after %d of its bytes',
    async (share) => {
      const whole = await jpeg({ width: 400 });

      const cut = whole.slice(0, Math.floor(whole.length * share));

      expect(await paint(cut)).toEqual({ kind: 'refused', why: 'no picture' });
    },
  );

  test('one of 16,000 pixels per side, before its pixels are decoded', async () => {
    const small = await jpeg({ width: 100 });
    const claimed = claiming(small, 16_000, 16_000);
    const memory = process.memoryUsage().rss;

    expect(await paint(claimed)).toEqual({ kind: 'refused', why: 'too many pixels' });
    expect(process.memoryUsage().rss - memory).toBeLessThan(100_000_000);
  });

  test('one that is not square', async () => {
    expect(await paint(await jpeg({ width: 200, height: 100 }))).toEqual({
      kind: 'refused',
      why: 'not square',
    });
  });

  test('one with hundreds of passes over all of its pixels', async () => {
    const whole = await jpeg({ width: 300, isProgressive: true });
    const scan = outlineOf(whole)?.parts.findLast(({ marker }) => marker === 0xda);
    if (!scan) throw new Error('A progressive picture has scans');
    const pass = whole.subarray(scan.start, scan.end);
    const head = whole.subarray(0, scan.end);
    const passes = Array.from({ length: 300 }, () => pass);
    const bomb = Buffer.concat([head, ...passes, Buffer.from([0xff, 0xd9])]);

    expect(await paint(new Uint8Array(bomb))).toEqual({ kind: 'refused', why: 'no picture' });
  });

  test('damaged pictures neither crash nor hang the decoder', async () => {
    const whole = await jpeg({ width: 64 });
    for (let at = 0; at < whole.length; at += 37) {
      const damaged = whole.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;

      expect(['portrait', 'refused']).toContain((await paint(damaged)).kind);
    }
  });

  test('too many concurrent pictures are rejected, and the others are processed', async () => {
    const picture = await jpeg({ width: 1500 });

    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => paint(picture)));

    const served = outcomes.filter(({ status }) => status === 'fulfilled');
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(served.length).toBe(8);
    expect(refused).toHaveLength(12);
    expect(refused[0]).toMatchObject({ reason: { code: 'unavailable' } });
  });
});

/** Writes another size into the frame of a picture's bytes. */
function claiming(picture: Uint8Array<ArrayBuffer>, width: number, height: number) {
  const frame = outlineOf(picture)?.parts.find(({ marker }) => marker === 0xc0);
  if (!frame) throw new Error('A baseline picture has a frame');
  const claimed = picture.slice();
  claimed.set([height >> 8, height & 0xff, width >> 8, width & 0xff], frame.start + 5);
  return claimed;
}

describe('[pictures] a picture of a link preview', () => {
  test.each([
    [1200, 630, 1200, 630],
    [2400, 1260, 1200, 630],
    [500, 2000, 300, 1200],
    [200, 200, 200, 200],
  ])('of %i by %i px keeps its shape: %i by %i px', async (width, height, toWidth, toHeight) => {
    const result = await preview(await jpeg({ width, height }));

    if (result.kind === 'refused') throw new Error(result.why);
    expect(await sizeOf(new Uint8Array(result.jpeg))).toEqual({
      width: toWidth,
      height: toHeight,
      format: 'jpeg',
    });
  });

  test('is encoded again without its metadata, and refused when it is tiny or no JPEG', async () => {
    const located = withPart(await jpeg({ width: 400 }), 0xe1, exifGps('marker-place'));

    const result = await preview(located);
    const text = result.kind === 'refused' ? '' : Buffer.from(result.jpeg).toString('latin1');
    expect([text.length > 1000, text.includes('marker-place')]).toEqual([true, false]);
    expect(await preview(await jpeg({ width: 1200, height: 199 }))).toEqual({
      kind: 'refused',
      why: 'too small',
    });
    expect(await preview(await png(400))).toEqual({ kind: 'refused', why: 'no picture' });
  });
});
