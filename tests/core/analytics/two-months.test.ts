import { expect, test } from 'bun:test';
import { boundsOf, lastTwoMonths } from '#core/analytics/periods';
import { readReportQuestion } from '#core/analytics/report/report-question';

const zones = ['UTC', 'Asia/Kolkata', 'Pacific/Chatham', 'America/Los_Angeles', 'Europe/Berlin'];
/** Also the days on which the clocks of these zones change, and the last quarter of a day. */
const times = [
  ...['2026-11-26T06:40:00Z', '2026-11-01T08:30:00Z', '2026-11-01T09:30:00Z'],
  ...['2026-10-25T00:59:59Z', '2026-09-26T14:10:00Z', '2026-03-29T23:59:59Z'],
];

test.each(zones.flatMap((zone) => times.map((time) => [zone, time] as const)))(
  'the two months in %s at %s are those of the report of 30 days',
  (zone, time) => {
    const nowMs = Date.parse(time);
    const asked: Record<string, string> = { range: '30d', compare: 'previous', tz: zone };
    const valuesOf = (name: string) => (name in asked ? [asked[name] ?? ''] : []);
    const { period, compared } = readReportQuestion(valuesOf, nowMs);
    if (!compared) throw new Error('The question compares nothing');

    const { beforeMs, beforeEndMs, sinceMs, untilMs } = lastTwoMonths(zone, nowMs);

    expect({ fromMs: sinceMs, toMs: untilMs }).toEqual(boundsOf(period));
    expect({ fromMs: beforeMs, toMs: beforeEndMs }).toEqual(boundsOf(compared));
  },
);
