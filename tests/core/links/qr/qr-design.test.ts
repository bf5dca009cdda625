import { expect, test } from 'bun:test';
import { checkQrDesign, type QrDesign } from '#core/links/qr/qr-design';
import { Refusal } from '#core/shared/refusal';

const usual: QrDesign = {
  size: 512,
  color: '#000000',
  background: '#ffffff',
  margin: 4,
  level: 'M',
  text: '',
  logo: 'none',
};

function issuesOf(change: Partial<QrDesign>): readonly string[] {
  try {
    checkQrDesign({ ...usual, ...change });
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.issues.map(({ path }) => path);
  }
}

test.each<[change: Partial<QrDesign>, issues: readonly string[]]>([
  [{}, []],
  [{ size: 64 }, []],
  [{ size: 63 }, ['size']],
  [{ size: 4000 }, []],
  [{ size: 4001 }, ['size']],
  [{ size: 100.5 }, ['size']],
  [{ size: Number.NaN }, ['size']],
  [{ margin: 0 }, []],
  [{ margin: 21 }, ['margin']],
  [{ margin: -1 }, ['margin']],
  [{ color: '123456' }, []],
  [{ color: 'red' }, ['color']],
  [{ color: '#12345g', background: '"/><script>' }, ['color', 'background']],
  // The contrast, as WCAG 2 computes it.
  [{ color: '#777777' }, []],
  [{ color: '#808080' }, ['color']],
  [{ color: '#ffcc00' }, ['color']],
  [{ color: '#0000ff', background: '#ffff00' }, []],
  [{ color: '#c00000', background: '#0000ff' }, ['color']],
  // Light on dark is read by few scanners.
  [{ color: '#ffffff', background: '#000000' }, ['color']],
  [{ color: '#123456', background: '#123456' }, ['color']],
  [{ text: 'Scan me: 50 % off & more' }, []],
  [{ text: 'Πάμε! Привет' }, []],
  [{ text: '扫描' }, ['text']],
  [{ text: 'line\nbreak' }, ['text']],
  [{ text: 'x'.repeat(31) }, ['text']],
  [{ text: ` ${'x'.repeat(30)} ` }, []],
])('the design %j has issues at %j', (change, issues) => {
  expect(issuesOf(change)).toEqual(issues);
});

test.each([
  [0, 4],
  [3, 4],
  [4, 4],
  [8, 8],
])('a margin of %d is one of %d in a frame', (margin, framed) => {
  expect(checkQrDesign({ ...usual, margin, text: 'Scan me' }).margin).toBe(framed);
  expect(checkQrDesign({ ...usual, margin, text: ' ' }).margin).toBe(margin);
});

test('a logo covers modules, so the level is the highest', () => {
  expect(checkQrDesign({ ...usual, level: 'L', logo: 'picture' }).level).toBe('H');
  expect(checkQrDesign({ ...usual, level: 'L' }).level).toBe('L');
});
