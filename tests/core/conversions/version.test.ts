import { expect, test } from 'bun:test';
import {
  creditedVersion,
  editedVersion,
  enrichedVersion,
  firstVersion,
} from '#core/conversions/version';

const latestMs = 2 ** 45 - 1;

test('a more trusted report has a greater version, at any two times', () => {
  expect(firstVersion('inferred', latestMs)).toBeGreaterThan(firstVersion('unverified', 0));
  expect(firstVersion('verified', latestMs)).toBeGreaterThan(firstVersion('inferred', 0));
  expect(firstVersion('confirmed', latestMs)).toBeGreaterThan(firstVersion('verified', 0));
});

test('of two reports with the same trust the earlier one has the greater version', () => {
  expect(firstVersion('verified', 1000)).toBeGreaterThan(firstVersion('verified', 1002));
  expect(firstVersion('verified', 0)).toBeGreaterThan(firstVersion('verified', latestMs));
});

test('an edit is greater than each report, and keeps what the version was made of', () => {
  const first = firstVersion('inferred', 1000);
  const edited = editedVersion(first);

  expect(edited).toBeGreaterThan(firstVersion('confirmed', 0));
  expect(editedVersion(edited)).toBeGreaterThan(edited);
  expect(edited & (2n ** 48n - 1n)).toBe(first);
});

test('a version with the click’s data is greater than without, and less than the next edit', () => {
  const first = firstVersion('verified', 1000);

  expect(enrichedVersion(first)).toBe(first + 1n);
  expect(enrichedVersion(enrichedVersion(first))).toBe(first + 1n);
  expect(editedVersion(first)).toBeGreaterThan(enrichedVersion(first));
});

test('a version rises when a repeat names the click, and again when its data is added', () => {
  const [first, repeat] = [firstVersion('confirmed', 1000), firstVersion('verified', 4000)];
  const credited = creditedVersion(first, repeat);

  expect(credited).toBeGreaterThan(first);
  expect(enrichedVersion(credited)).toBeGreaterThan(credited);
  expect(creditedVersion(first, enrichedVersion(repeat))).toBe(enrichedVersion(credited));
  expect(firstVersion('confirmed', 998)).toBeGreaterThan(enrichedVersion(credited));
});

test('a conversion can be edited 65,535 times, and then no more', () => {
  const last = (0xfffen << 48n) | firstVersion('verified', 1000);

  expect(editedVersion(last) >> 48n).toBe(0xffffn);
  expect(() => editedVersion(editedVersion(last))).toThrow('edited too often');
});
