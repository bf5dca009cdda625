import { expect, test } from 'bun:test';
import { mergeRepeat } from '#core/conversions/repeat';
import {
  creditedVersion,
  editedVersion,
  enrichedVersion,
  firstVersion,
} from '#core/conversions/version';
import { aConversion } from '#tests/support/builders/conversions';

const known = aConversion();
const { receivedAtMs } = known;
const click = { clickId: crypto.randomUUID(), variant: 1, atMs: receivedAtMs - 9, splitVersion: 2 };
const reportOf = (change: Parameters<typeof aConversion>[0]) =>
  aConversion({ id: crypto.randomUUID(), ...change });

test('[sales-once] the first of two equal reports is kept, also when the repeat has another value', () => {
  const repeat = reportOf({ version: firstVersion('unverified', receivedAtMs + 1), valueCents: 1 });

  expect(mergeRepeat(known, repeat)).toBeNull();
  expect(mergeRepeat(known, reportOf({ valueCents: 1 }))).toBeNull();
});

test('[sales-once] higher trust replaces, with the same id, time and click', () => {
  const before = aConversion({ click, country: 'GB' });
  const atMs = receivedAtMs + 5000;
  const report = reportOf({
    version: firstVersion('confirmed', atMs),
    trust: 'confirmed',
    valueCents: 5200,
    convertedAtMs: atMs,
  });

  expect(mergeRepeat(before, report)).toEqual({
    ...report,
    id: before.id,
    convertedAtMs: before.convertedAtMs,
    click,
    country: 'GB',
  });
});

test('a report that takes over a click also takes over that its data is known', () => {
  const before = aConversion({ click, country: 'GB', version: enrichedVersion(known.version) });
  const version = firstVersion('confirmed', receivedAtMs);

  expect(mergeRepeat(before, reportOf({ version }))?.version).toBe(enrichedVersion(version));
});

test('[sales-once] an owner’s edit is kept after any repeat', () => {
  const edited = aConversion({ version: editedVersion(known.version), isRemoved: true });

  expect(mergeRepeat(edited, reportOf({ version: firstVersion('confirmed', 0) }))).toBeNull();
});

test('a verified click of a repeat is added, an inferred one is not', () => {
  const confirmed = aConversion({
    version: firstVersion('confirmed', receivedAtMs),
    trust: 'confirmed',
  });
  const pixel = { click, country: 'GB', version: firstVersion('verified', receivedAtMs + 1) };

  expect(mergeRepeat(confirmed, reportOf({ ...pixel, trust: 'verified' }))).toEqual({
    ...confirmed,
    click,
    country: 'GB',
    version: creditedVersion(confirmed.version, pixel.version),
  });
  expect(mergeRepeat(confirmed, reportOf({ ...pixel, trust: 'inferred' }))).toBeNull();
});

test('a click that a repeat names before it is stored is still looked for', () => {
  const confirmed = aConversion({
    version: firstVersion('confirmed', receivedAtMs),
    trust: 'confirmed',
  });
  const early = { click: { ...click, splitVersion: 0 }, trust: 'verified' } as const;
  const pixel = reportOf({ ...early, version: firstVersion('verified', receivedAtMs + 1) });

  const merged = mergeRepeat(confirmed, pixel);

  expect(merged?.click).toEqual(early.click);
  expect(merged?.version).toBeGreaterThan(confirmed.version);
  expect(merged?.version).toBeLessThan(enrichedVersion(merged?.version ?? 0n));
});
