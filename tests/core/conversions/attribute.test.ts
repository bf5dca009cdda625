import { expect, test } from 'bun:test';
import { attribute, wantedVisitors, type ClickFacts } from '#core/conversions/attribute';
import { dayMs } from '#core/shared/time';
import { aClick } from '#tests/support/builders/clicks';
import { aReport } from '#tests/support/builders/conversions';

const nowMs = aReport().receivedAtMs;
const visitor = 42n;
const named = { clickId: '019aa6a7-0000-7000-8000-000000000001', variant: 2 };

function aClickAt(atMs: number, change: Partial<ClickFacts> = {}): ClickFacts {
  return aClick({ atMs, clickId: crypto.randomUUID(), visitorId: visitor, ...change });
}

test('the click of a valid click id gets the credit, and a browser that sends it is verified', () => {
  const known = aClickAt(nowMs - 5, { clickId: named.clickId, variant: 2, splitVersion: 3 });
  const later = aClickAt(nowMs - 1);

  const credit = attribute(aReport({ click: named }), [visitor], [later, known]);

  expect(credit).toMatchObject({ trust: 'verified', isComplete: true, country: 'GB' });
  expect(credit.click).toEqual({ ...named, atMs: nowMs - 5, splitVersion: 3 });
});

test('a click that is not stored yet gets the credit, with the time from its id', () => {
  const credit = attribute(aReport({ click: named }), [], []);

  expect(credit).toMatchObject({ trust: 'verified', isComplete: false, device: 'unknown' });
  expect(credit.click).toEqual({ ...named, atMs: 0x019aa6a70000, splitVersion: 0 });
});

test('a report with the owner’s credentials is confirmed for any click, and its sender is no visitor', () => {
  const click = aClickAt(nowMs - 5);
  const owner = aReport({ isConfirmed: true });

  expect(attribute({ ...owner, click: named }, [], [])).toMatchObject({ trust: 'confirmed' });
  expect(attribute(owner, [visitor], [click])).toMatchObject({
    trust: 'confirmed',
    click: null,
    isComplete: false,
  });
  expect(wantedVisitors(owner, [visitor], 30)).toEqual([]);
  expect(wantedVisitors(aReport({ click: named }), [visitor], 30)).toEqual([]);
});

test('[attribution] the visitor’s last click before the conversion is inferred, by any of their ids', () => {
  const clicks = [aClickAt(nowMs - 9), aClickAt(nowMs - 2, { visitorId: 7n }), aClickAt(nowMs + 1)];

  const credit = attribute(aReport(), [visitor, 7n], clicks);

  expect(credit).toMatchObject({ trust: 'inferred', isComplete: true });
  expect(credit.click?.atMs).toBe(nowMs - 2);
});

test('[attribution] clicks of other visitors, links or accounts, and old ones, get no credit', () => {
  const clicks = [
    aClickAt(nowMs - 1, { visitorId: 7n }),
    aClickAt(nowMs - 1, { linkId: crypto.randomUUID() }),
    aClickAt(nowMs - 1, { userId: crypto.randomUUID() }),
    aClickAt(nowMs - 30 * dayMs - 1),
  ];

  expect(attribute(aReport(), [visitor], clicks)).toMatchObject({
    trust: 'unverified',
    click: null,
    isComplete: false,
  });
  expect(attribute(aReport(), [visitor], [aClickAt(nowMs - 30 * dayMs)]).trust).toBe('inferred');
});

test('[attribution] a click in the same millisecond gets the credit', () => {
  expect(attribute(aReport(), [visitor], [aClickAt(nowMs)]).trust).toBe('inferred');
});

test('clicks are looked for as far back as visitor ids are valid', () => {
  const { userId, linkId } = aReport();

  expect(wantedVisitors(aReport(), [visitor, 7n], 2)).toEqual(
    [visitor, 7n].map((visitorId) => ({
      userId,
      linkId,
      visitorId,
      sinceMs: nowMs - 2 * dayMs,
      untilMs: nowMs,
    })),
  );
});
