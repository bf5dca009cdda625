import { expect, test } from 'bun:test';
import { numbersMarks } from '#web/numbers-marks.ts';

/** A page's marks, and how often an answer was found to be older than what was announced. */
function page() {
  const marks = numbersMarks();
  const older = { count: 0 };
  marks.onOlder(() => void (older.count += 1));
  const answered = (mark: string | null) => marks.note(marks.ask(), mark);
  return { marks, older, answered };
}

test('a page whose answers have the announced mark shows it', () => {
  const { marks, answered } = page();
  answered('one');
  answered('one');
  answered(null);

  expect(marks.isShown('one')).toBe(true);
});

test('a page with one older answer does not show the announced state, until it loads all again', () => {
  const { marks, answered } = page();
  answered('one');
  answered('two');
  expect(marks.isShown('two')).toBe(false);

  marks.startRound();
  answered('two');

  expect(marks.isShown('two')).toBe(true);
  expect(marks.isShown('three')).toBe(false);
});

test('an answer that was on its way during an announcement is compared when it arrives', () => {
  const { marks, older } = page();
  const [stale, fresh] = [marks.ask(), marks.ask()];
  expect(marks.isShown('two')).toBe(true);
  marks.note(fresh, 'two');
  expect(older.count).toBe(0);

  marks.note(stale, 'one');

  expect(older.count).toBe(1);
});

test('an answer to a request after the announcement includes it, with an older mark too', () => {
  const { marks, older, answered } = page();
  marks.isShown('two');
  answered('one');

  expect(older.count).toBe(0);
  expect(marks.isShown('three')).toBe(false);
});

test('an answer to a request before the last reload is left out, because it is not shown', () => {
  const { marks, older } = page();
  const replaced = marks.ask();
  marks.isShown('two');
  marks.startRound();
  marks.note(replaced, 'one');

  expect(older.count).toBe(0);
  expect(marks.isShown('two')).toBe(true);
});
