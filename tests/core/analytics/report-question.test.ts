import { describe, expect, test } from 'bun:test';
import { dimensions } from '#contract/analytics/report-filters';
import { readReportQuestion } from '#core/analytics/report/report-question';
import { Refusal } from '#core/shared/refusal';
import { hourMs } from '#core/shared/time';

const nowMs = Date.parse('2026-11-21T23:30:00Z');

function read(query: string, atMs = nowMs) {
  const parameters = new URLSearchParams(query);
  return readReportQuestion((name) => parameters.getAll(name), atMs);
}

function issuesOf(query: string) {
  try {
    read(query);
  } catch (error) {
    if (error instanceof Refusal) return error.issues;
    throw error;
  }
  return [];
}

test.each([
  // Now is half past eleven in the evening in UTC, and half past midnight in Berlin.
  ['range=7d&compare=previous', 7, '2026-11-14T23:45:00Z'],
  ['range=today&compare=previous', 24, '2026-11-20T23:45:00Z'],
  ['range=today&compare=year&tz=Europe/Berlin', 1, '2025-11-21T23:45:00Z'],
  ['range=30d&compare=previous&tz=Europe/Berlin', 30, '2026-10-22T22:45:00Z'],
  ['range=yesterday&compare=previous', 24, '2026-11-20T00:00:00Z'],
  ['from=2026-11-01&to=2026-11-20&compare=previous', 20, '2026-11-01T00:00:00Z'],
])('%s is compared with %i units, until %s', (query, units, until) => {
  const { compared } = read(query);

  expect(compared?.starts).toHaveLength(units);
  expect(compared?.boundariesMs).toHaveLength(units + 1);
  expect(compared?.boundariesMs.at(-1)).toBe(Date.parse(until));
});

test.each([
  ['2026-11-21T08:00:00Z', '2026-11-21', 'hour', 24],
  ['2026-11-15T08:00:00Z', '2026-11-15', 'day', 7],
  ['2026-05-21T08:00:00Z', '2026-05-21', 'week', 27],
  ['2020-03-09T08:00:00Z', '2020-03-09', 'month', 81],
  ['1999-03-09T08:00:00Z', '2006-11-21', 'month', 241],
  ['2026-12-24T08:00:00Z', '2026-11-21', 'hour', 24],
] as const)(
  'all time that begins at %s has its first day %s, by %s',
  (first, from, unit, count) => {
    const parameters = new URLSearchParams('range=all');
    const { period, compared } = readReportQuestion(
      (name) => parameters.getAll(name),
      nowMs,
      Date.parse(first),
    );

    expect([period.from, period.to, period.unit]).toEqual([from, '2026-11-21', unit]);
    expect(period.starts).toHaveLength(count);
    expect(compared).toBeNull();
  },
);

test('all time is by the chosen unit, and by hours while it has one day', () => {
  const parameters = new URLSearchParams('range=all&unit=week');
  const unitSince = (first: string) =>
    readReportQuestion((name) => parameters.getAll(name), nowMs, Date.parse(first)).period.unit;

  expect(unitSince('2026-11-15T08:00:00Z')).toBe('week');
  expect(unitSince('2026-11-21T08:00:00Z')).toBe('hour');
});

test('all time is not compared, and more than 800 days are not shown by day', () => {
  expect(issuesOf('range=all&compare=previous').map(({ path }) => path)).toEqual(['compare']);
  const parameters = new URLSearchParams('range=all&unit=day');
  const readSince = (first: string) =>
    readReportQuestion((name) => parameters.getAll(name), nowMs, Date.parse(first));

  expect(readSince('2024-09-13T00:00:00Z').period.starts).toHaveLength(800);
  expect(() => readSince('2024-09-12T00:00:00Z')).toThrow('at most 800 days');
});

test.each([
  // It is twenty past ten in the morning; the clocks changed between the two periods.
  ['range=today&tz=America/New_York', '2026-11-02T15:20:00Z', '2026-11-01T15:30:00Z'],
  ['range=today&tz=America/New_York', '2027-03-15T14:20:00Z', '2027-03-14T14:30:00Z'],
  ['range=today&tz=Europe/Berlin', '2026-10-26T09:20:00Z', '2026-10-25T09:30:00Z'],
  ['range=7d&tz=Europe/Berlin', '2026-11-01T09:20:00Z', '2026-10-25T09:30:00Z'],
])('%s at %s is compared up to the same time by the clock, %s', (query, now, until) => {
  const { compared } = read(`${query}&compare=previous`, Date.parse(now));

  expect(compared?.boundariesMs.at(-1)).toBe(Date.parse(until));
  expect(compared?.boundariesMs).toHaveLength((compared?.starts.length ?? 0) + 1);
});

test('after a leap day, thirty days end on the same day of the year before, at the same time', () => {
  const { compared } = read(
    'range=30d&compare=year&tz=Europe/Berlin',
    Date.parse('2028-03-10T09:20:00Z'),
  );

  expect(compared?.to).toBe('2027-03-10');
  expect(compared?.boundariesMs.at(-1)).toBe(Date.parse('2027-03-10T09:30:00Z'));
});

test('without parameters the last seven days in UTC are asked, human clicks, compared with nothing', () => {
  const { period, compared, filters } = read('');

  expect(period).toMatchObject({
    from: '2026-11-15',
    to: '2026-11-21',
    unit: 'day',
    timeZone: 'UTC',
    starts: ['15', '16', '17', '18', '19', '20', '21'].map((day) => `2026-11-${day}`),
  });
  expect(period.boundariesMs).toHaveLength(8);
  expect(compared).toBeNull();
  expect(filters).toEqual({ class: ['human'] });
});

test('a question names the lists that it wants, in any order; without a name it wants every list, and with none no list', () => {
  expect(read('lists=devices&lists=countries&lists=devices').lists).toEqual([
    'countries',
    'devices',
  ]);
  expect(read('').lists).toEqual(dimensions);
  expect(read('lists=none').lists).toEqual([]);
  expect(issuesOf('lists=none&lists=devices')).toHaveLength(1);
});

test('a list that does not exist is refused by name', () => {
  expect(issuesOf('lists=devices&lists=planets')).toEqual([
    { path: 'lists', message: `Choose lists of ${dimensions.join(', ')}, or none` },
  ]);
});

test.each([
  ['today', '2026-11-22', '2026-11-22'],
  ['yesterday', '2026-11-21', '2026-11-21'],
  ['7d', '2026-11-16', '2026-11-22'],
  ['30d', '2026-10-24', '2026-11-22'],
  ['90d', '2026-08-25', '2026-11-22'],
  ['12m', '2025-11-23', '2026-11-22'],
])('%s is from %s to %s where the next day has begun already', (range, from, to) => {
  expect(read(`range=${range}&tz=Europe/Berlin`).period).toMatchObject({ from, to });
});

describe('[time-zones] one day is divided into the hours that pass', () => {
  test.each([
    ['Europe/Berlin', '2026-03-28', 24, 24],
    ['Europe/Berlin', '2026-03-29', 23, 23],
    ['Europe/Berlin', '2025-10-26', 25, 25],
    ['Australia/Lord_Howe', '2026-04-05', 25, 24.5],
    ['America/Sao_Paulo', '2018-11-04', 23, 23],
    ['Pacific/Apia', '2011-12-30', 0, 0],
  ])('%s, %s: %d units of %d hours', (timeZone, day, units, hours) => {
    const { period } = read(`from=${day}&to=${day}&tz=${timeZone}`);

    expect(period.unit).toBe('hour');
    expect(period.starts).toHaveLength(units);
    expect(period.boundariesMs).toHaveLength(units + 1);
    const [first = 0, last = 0] = [period.boundariesMs.at(0), period.boundariesMs.at(-1)];
    expect(last - first).toBe(hours * hourMs);
  });

  test('and each hour says the time on the clock, also when it comes twice', () => {
    const { starts } = read('from=2025-10-26&to=2025-10-26&tz=Europe/Berlin').period;

    expect(starts.slice(1, 5)).toEqual([
      ...['2025-10-26T01:00+02:00', '2025-10-26T02:00+02:00'],
      ...['2025-10-26T02:00+01:00', '2025-10-26T03:00+01:00'],
    ]);
  });
});

test('[time-zones] a date that the zone skipped is no day of a longer range', () => {
  const { period } = read('from=2011-12-29&to=2011-12-31&tz=Pacific/Apia');

  expect(period.starts).toEqual(['2011-12-29', '2011-12-31']);
});

test.each([
  ['range=7d&compare=previous', '2026-11-08', '2026-11-14', 'day'],
  ['range=today&compare=previous', '2026-11-20', '2026-11-20', 'hour'],
  ['range=7d&compare=year', '2025-11-15', '2025-11-21', 'day'],
  ['from=2024-02-28&to=2024-02-29&compare=year', '2023-02-28', '2023-02-28', 'day'],
  ['from=2024-02-01&to=2024-02-29&compare=previous', '2024-01-03', '2024-01-31', 'day'],
])('%s is compared with %s to %s', (query, from, to, unit) => {
  expect(read(query).compared).toMatchObject({ from, to, unit });
});

test('repeated filters admit any of their values, each once', () => {
  const { filters } = read('country=DE&country=FR&country=DE&utm_source=(none)&class=bot');

  expect(filters).toEqual({ country: ['DE', 'FR'], utm_source: ['(none)'], class: ['bot'] });
});

const id = '0193c0de-0000-7000-8000-0000000000aa';

test.each([
  `link=${id}`,
  'country=Unknown',
  'city=Washington, D.C.,US',
  'city=Unknown,Unknown',
  'device=unknown&device=tablet',
  'browser=Unknown',
  'os=Windows',
  'referrer=Direct',
  'channel=email',
  'entry=qr&entry=link',
  'rule=1&rule=2147483647&rule=(none)',
  'utm_term=running shoes, red',
  'variant=4&variant=(none)',
  'class=human&class=prefetch',
  `utm_content=${'x'.repeat(256)}`,
])('%s is a filter', (query) => {
  expect(issuesOf(query)).toEqual([]);
});

test.each([
  ['range=8d', 'range'],
  ['range=', 'range'],
  ['range=7d&range=7d', 'range'],
  ['range=7d&from=2026-11-01&to=2026-11-02', 'range'],
  ['from=2026-11-01', 'to'],
  ['to=2026-11-01', 'from'],
  ['from=2026-11-31&to=2026-12-01', 'from'],
  ['from=2026-1-1&to=2026-11-01', 'from'],
  ['from=2026-11-02&to=2026-11-01', 'from'],
  ['from=1999-12-31&to=2000-01-01', 'from'],
  ['from=2026-11-21&to=2026-11-22', 'to'],
  ['from=2024-09-12&to=2026-11-21', 'from'],
  ['tz=+05:30', 'tz'],
  ['tz=UTC&tz=UTC', 'tz'],
  ['compare=month', 'compare'],
  ['link=1', 'link'],
  ['country=de', 'country'],
  ['country=DE&country=Germany', 'country'],
  ['city=Berlin', 'city'],
  ['city=,DE', 'city'],
  ['device=phone', 'device'],
  ['browser=', 'browser'],
  ['channel=Search', 'channel'],
  ['entry=camera', 'entry'],
  ['rule=0', 'rule'],
  ['rule=2147483648', 'rule'],
  ['rule=1.5', 'rule'],
  ['variant=0', 'variant'],
  ['variant=5', 'variant'],
  ['class=all', 'class'],
  [`utm_source=${'x'.repeat(257)}`, 'utm_source'],
  [Array.from({ length: 21 }, (_, i) => `os=${i}`).join('&'), 'os'],
])('%s is refused at its parameter', (query, path) => {
  expect(issuesOf(query).map((issue) => issue.path)).toEqual([path]);
});

test('eight hundred days are the longest range', () => {
  expect(issuesOf('from=2024-09-13&to=2026-11-21')).toEqual([]);
});

test('all issues come together', () => {
  expect(issuesOf('range=x&tz=x&compare=x&os=&class=x').map(({ path }) => path)).toEqual([
    ...['tz', 'range', 'compare', 'os', 'class'],
  ]);
});
