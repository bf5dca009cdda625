import { expect, test } from 'bun:test';
import { type Counted, judgeAlert } from '#core/alerts/judge';
import type { Alarm, KnownAlert } from '#core/alerts/ports';
import { hoursRead } from '#core/alerts/silence';
import { dayMs, hourMs } from '#core/shared/time';

const beginMs = Date.parse('2026-10-01T00:00:00Z');

/** Units of equal length with these clicks, and half as many conversions. */
const units = (lengthMs: number, clicks: readonly number[]): readonly Counted[] =>
  clicks.map((count, index) => ({
    fromMs: beginMs + index * lengthMs,
    toMs: beginMs + (index + 1) * lengthMs,
    clicks: count,
    conversions: Math.floor(count / 2),
  }));

const alarm = (beganMs: number, endedMs: number | null = null): Alarm => ({
  id: 'a',
  nearLinkId: null,
  beganAt: new Date(beganMs),
  until: new Date(beganMs + dayMs),
  seen: 0,
  expected: null,
  raisedAt: new Date(beganMs),
  endedAt: endedMs === null ? null : new Date(endedMs),
});

type Judging = Pick<KnownAlert, 'measure' | 'kind' | 'bound' | 'createdAt' | 'last'>;
const above: Judging = {
  measure: 'clicks',
  kind: 'above',
  bound: 10,
  createdAt: new Date(beginMs),
  last: null,
};
const below: Judging = { ...above, kind: 'below' };
const noon = beginMs + dayMs + dayMs / 2;

test('above a bound raises the alert while the day goes on; at the bound it does not', () => {
  expect(judgeAlert(above, units(dayMs, [0, 11]), noon)).toMatchObject({
    kind: 'raise',
    beganAt: new Date(beginMs + dayMs),
    seen: 11,
    expected: null,
  });
  expect(judgeAlert(above, units(dayMs, [0, 10]), noon)).toEqual({ kind: 'nothing' });
});

test('below a bound waits until the day is over and counted', () => {
  const days = units(dayMs, [20, 9]);

  expect(judgeAlert(below, days, noon)).toEqual({ kind: 'nothing' });
  expect(judgeAlert(below, days, beginMs + 2 * dayMs - 1)).toEqual({ kind: 'nothing' });
  expect(judgeAlert(below, days, beginMs + 2 * dayMs)).toMatchObject({ kind: 'raise', seen: 9 });
});

test('a day that was over before the alert was made raises nothing', () => {
  const late = { ...below, createdAt: new Date(beginMs + dayMs) };

  expect(judgeAlert(late, units(dayMs, [0, 20]), noon)).toEqual({ kind: 'nothing' });
});

test('a raised alert is not raised again; it ends with the first whole day that is as it should be', () => {
  const raised = { ...above, last: alarm(beginMs) };

  expect(judgeAlert(raised, units(dayMs, [11, 30]), beginMs + 2 * dayMs)).toEqual({
    kind: 'nothing',
  });
  expect(judgeAlert(raised, units(dayMs, [11, 3]), noon)).toEqual({ kind: 'nothing' });
  expect(judgeAlert(raised, units(dayMs, [11, 3]), beginMs + 2 * dayMs)).toEqual({ kind: 'end' });
});

test('the same day raises an alert once, also after it has ended', () => {
  const ended = { ...above, last: alarm(beginMs + dayMs, noon) };

  expect(judgeAlert(ended, units(dayMs, [0, 11]), noon)).toEqual({ kind: 'nothing' });
});

const silent: Judging = { ...above, kind: 'silent', bound: null };
const hours = (quiet: number, last = 0) =>
  units(
    hourMs,
    Array.from({ length: hoursRead }, (_, hour) => {
      if (hour === hoursRead - 1) return quiet === 0 ? 4 : last;
      return hour < hoursRead - quiet ? 4 : 0;
    }),
  );
const endMs = beginMs + hoursRead * hourMs;

test('a silence is raised from the end of its last hour with an event, with what was expected', () => {
  expect(judgeAlert(silent, hours(1), endMs)).toEqual({ kind: 'nothing' });
  expect(judgeAlert(silent, hours(6), endMs)).toEqual({
    kind: 'raise',
    beganAt: new Date(endMs - 6 * hourMs),
    until: new Date(endMs),
    seen: 0,
    expected: 24,
  });
});

test('a silence is raised once: it goes on without a word and ends with the first event', () => {
  const raised = { ...silent, last: alarm(endMs - 6 * hourMs) };

  expect(judgeAlert(raised, hours(6), endMs)).toEqual({ kind: 'nothing' });
  expect(judgeAlert(raised, hours(6, 1), endMs)).toEqual({ kind: 'end' });
  // The conversion came late, so that the silence was none: it is not raised for it again.
  const ended = { ...silent, last: alarm(endMs - 6 * hourMs, endMs) };
  expect(judgeAlert(ended, hours(6), endMs)).toEqual({ kind: 'nothing' });
});

test('hours that are not counted yet are no silence', () => {
  expect(judgeAlert(silent, hours(6), endMs - 6 * hourMs)).toEqual({
    kind: 'trouble',
    trouble: 'too_few',
  });
});

test('few events have no silence, and the alert says so', () => {
  const few = units(
    hourMs,
    Array.from({ length: hoursRead }, (_, hour) => (hour % 100 === 0 ? 1 : 0)),
  );

  expect(judgeAlert(silent, few, endMs)).toEqual({ kind: 'trouble', trouble: 'too_few' });
});

test('conversions are silent only while clicks go on', () => {
  const conversions = { ...silent, measure: 'conversions' as const };
  const goesOn = hours(0).map((hour, index) =>
    index < hoursRead - 12 ? hour : { ...hour, conversions: 0 },
  );

  expect(judgeAlert(conversions, goesOn, endMs)).toMatchObject({ kind: 'raise', seen: 48 });
  expect(judgeAlert(conversions, hours(12), endMs)).toEqual({ kind: 'nothing' });
});
