import { describe, expect, test } from 'bun:test';
import jsQR from 'jsqr';
import { logoPicture } from '#adapters/images/logo';
import { qrMatrix } from '#adapters/qr/matrix';
import { qrPainter } from '#adapters/qr/painter';
import { checkQrDesign, type QrDesign } from '#core/links/qr/qr-design';
import { qrSvg } from '#core/links/qr/qr-svg';
import { scanUrl } from '#core/links/qr/scan-url';
import { jpeg } from '#tests/support/builders/pictures';
import { caseCount } from '#tests/support/extent';
import { pixelsOf } from '#tests/support/readers/png-pixels';

const paint = qrPainter();
const address = scanUrl('https://go.example/Spring-Sale-2026');
const usual: QrDesign = {
  size: 512,
  color: '#000000',
  background: '#ffffff',
  margin: 4,
  level: 'M',
  text: '',
  logo: 'none',
};
/** 2 cm at 300 dpi. */
const printed = 236;

async function drawn(change: Partial<QrDesign>): Promise<Uint8Array> {
  const design = checkQrDesign({ ...usual, ...change });
  const logo =
    design.logo !== 'none'
      ? `data:image/jpeg;base64,${Buffer.from(await logoPicture(await jpeg({ width: 512 }))).toBase64()}`
      : null;
  return paint(qrSvg(qrMatrix(address, design.level), design, logo), design.size);
}

/** What an independent decoder reads in a PNG; null: nothing. */
function read(png: Uint8Array): string | null {
  const { pixels, width, height } = pixelsOf(png);
  return jsQR(pixels, width, height)?.data ?? null;
}

describe('an independent decoder reads', () => {
  test.each<[what: string, change: Partial<QrDesign>]>([
    ['a code of 2 cm at 300 dpi', { size: printed }],
    ['one with a logo', { size: printed, logo: 'picture' }],
    [
      'one with a logo, colours and a frame',
      {
        size: printed,
        logo: 'picture',
        color: '#5b2a86',
        background: '#fff4d6',
        text: 'Scan me',
      },
    ],
    ['the lowest contrast that is accepted', { size: printed, color: '#777777' }],
    ['the lowest level', { level: 'L' }],
    ['a poster', { size: caseCount({ check: 1000, extended: 2000 }), logo: 'picture' }],
  ])('%s', async (_, change) => {
    expect(read(await drawn(change))).toBe(address);
  });

  test.each(
    [0, 1, 2, 4, 8, 20].flatMap((margin) => ['', 'Scan me'].map((text) => ({ margin, text }))),
  )('a code with %j', async (change) => {
    expect(read(await drawn({ size: 300, ...change }))).toBe(address);
  });

  test('a code is not read when its logo is as large as a third of it', async () => {
    const png = await drawn({ logo: 'picture' });
    const { pixels, width, height } = pixelsOf(png);
    for (let y = height / 3; y < (2 * height) / 3; y += 1) {
      pixels.fill(
        128,
        (Math.floor(y) * width + Math.floor(width / 4)) * 4,
        (Math.floor(y) * width + Math.floor((3 * width) / 4)) * 4,
      );
    }

    expect(jsQR(pixels, width, height)).toBeNull();
  });
});

test('a picture has the width that was asked for, and more height with a frame', async () => {
  const plain = await new Bun.Image(await drawn({ size: 300 })).metadata();
  const framed = await new Bun.Image(await drawn({ size: 300, text: 'Scan me' })).metadata();

  expect([plain.width, plain.height, plain.format]).toEqual([300, 300, 'png']);
  expect(framed.width).toBe(300);
  expect(framed.height).toBeGreaterThan(330);
});

test('the text of a frame is drawn, and cannot add to the document', async () => {
  const [without, withText] = await Promise.all([drawn({ text: '.' }), drawn({ text: 'MENU' })]);
  expect(Buffer.compare(without, withText)).not.toBe(0);

  const svg = qrSvg(qrMatrix(address, 'M'), { ...usual, text: '</text><a>&' }, null);
  expect(svg).toContain('&lt;/text&gt;&lt;a&gt;&amp;');
  expect(svg).not.toContain('<a>');
});

test('a document that cannot be painted is an error, and the next one is painted', async () => {
  await expect(paint('no document', 100)).rejects.toThrow();

  expect(read(await drawn({}))).toBe(address);
});

test('with too many waiting, the next one is refused', async () => {
  const painter = qrPainter();
  const svg = qrSvg(qrMatrix(address, 'M'), usual, null);
  const all = Array.from({ length: 17 }, () => painter(svg, 512));

  const results = await Promise.allSettled(all);

  expect(results.slice(0, 16).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(results[16]).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
});
