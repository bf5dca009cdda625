import type { Reading } from '#core/analytics/reading';
import type { Breakdown } from '#core/analytics/shares';
import { compareTexts, numberAt, sumOf, type NumberRow } from './number-row.ts';

/** Combines the rows of the query in `analytics-sql.ts` into one reading. */
export function readingFrom(rows: readonly NumberRow[]): Reading {
  const byPart = Map.groupBy(rows, ([part]) => part);
  const of = (part: string) => byPart.get(part) ?? [];
  const people = of('day').filter(([, , visitor]) => visitor === 'human');
  const bots = of('day').filter(([, , visitor]) => visitor !== 'human');
  const periods = of('period');
  const money = of('money').toSorted(byText);

  return {
    totalClicks: sumOf(of('total')),
    clicksByDay: new Map(people.map((row) => [Number(row[1]), numberAt(row, 0)])),
    botClicks: sumOf(bots),
    uniqueVisitors: sumOf(of('visitors')),
    referrers: breakdown(of('referrers'), itself),
    devices: breakdown(of('devices'), itself),
    countries: breakdown(of('countries'), itself),
    browsers: breakdown(of('browsers'), itself),
    systems: breakdown(of('systems'), itself),
    cities: breakdown(of('cities'), (city, country) => ({ city, country })),
    clicks: {
      before: sumOf(periods.filter(([, name]) => name === 'before')),
      recent: sumOf(periods.filter(([, name]) => name === 'recent')),
    },
    ...moneyFrom(money),
  };
}

function moneyFrom(rows: readonly NumberRow[]): Pick<Reading, 'money' | 'profit' | 'conversions'> {
  const dollars = rows.find(([, currency]) => currency === 'USD');
  return {
    money: rows.map((row) => ({
      currency: row[1],
      conversions: numberAt(row, 0),
      revenueCents: numberAt(row, 1),
      profitCents: numberAt(row, 2),
    })),
    conversions: {
      before: rows.reduce((sum, row) => sum + numberAt(row, 3), 0),
      recent: rows.reduce((sum, row) => sum + numberAt(row, 4), 0),
    },
    profit: {
      before: dollars ? numberAt(dollars, 5) : 0,
      recent: dollars ? numberAt(dollars, 6) : 0,
    },
  };
}

/** The branches of a UNION ALL arrive in no fixed order, so the rows are sorted here. */
function breakdown<Name>(
  rows: readonly NumberRow[],
  nameOf: (name: string, detail: string) => Name,
): Breakdown<Name> {
  const ordered = rows.toSorted(
    (left, right) => numberAt(right, 0) - numberAt(left, 0) || byText(left, right),
  );
  return {
    rows: ordered.map((row) => ({
      name: nameOf(row[1], row[2]),
      clicks: numberAt(row, 0),
      tenths: numberAt(row, 2),
    })),
    totalClicks: ordered[0] ? numberAt(ordered[0], 1) : 0,
  };
}

function byText(left: NumberRow, right: NumberRow): number {
  return compareTexts(left[1], right[1]) || compareTexts(left[2], right[2]);
}

function itself(name: string): string {
  return name;
}
