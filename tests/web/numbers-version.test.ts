import { expect, test } from 'bun:test';
import { trackNumbersVersion } from '#web/numbers-version.ts';

/** A page's marks, and how often an answer was found to be older than what was announced. */
function page() {
  const gridLines = trackNumbersVersion();
  const older = { count: 0 };
  gridLines.onOlder(() => void (older.count += 1));
  const answered = (mark: string | null) => gridLines.record(gridLines.ask(), mark);
  return { gridLines, older, answered };
}

test('a page whose answers have the announced mark shows it', () => {
  const { gridLines, answered } = page();
  answered('one');
  answered('one');
  answered(null);

  expect(gridLines.isShown('one')).toBe(true);
});

test('a page with one older answer does not show the announced state, until it loads all again', () => {
  const { gridLines, answered } = page();
  answered('one');
  answered('two');
  expect(gridLines.isShown('two')).toBe(false);

  gridLines.startRound();
  answered('two');

  expect(gridLines.isShown('two')).toBe(true);
  expect(gridLines.isShown('three')).toBe(false);
});

test('an answer that was on its way during an announcement is compared when it arrives', () => {
  const { gridLines, older } = page();
  const [stale, fresh] = [gridLines.ask(), gridLines.ask()];
  expect(gridLines.isShown('two')).toBe(true);
  gridLines.record(fresh, 'two');
  expect(older.count).toBe(0);

  gridLines.record(stale, 'one');

  expect(older.count).toBe(1);
});

test('an answer to a request after the announcement includes it, with an older mark too', () => {
  const { gridLines, older, answered } = page();
  gridLines.isShown('two');
  answered('one');

  expect(older.count).toBe(0);
  expect(gridLines.isShown('three')).toBe(false);
});

test('an answer to a request before the last reload is left out, because it is not shown', () => {
  const { gridLines, older } = page();
  const replaced = gridLines.ask();
  gridLines.isShown('two');
  gridLines.startRound();
  gridLines.record(replaced, 'one');

  expect(older.count).toBe(0);
  expect(gridLines.isShown('two')).toBe(true);
});
