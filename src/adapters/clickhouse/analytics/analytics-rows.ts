import type { Reading } from '#core/analytics/reading';
import type { Breakdown } from '#core/analytics/shares';

/** One row of the query in `analytics-sql.ts`: part, name, detail, numbers. */
export type NumberRow = readonly [string, string, string, readonly number[]];

/** Combines the rows into one reading. */
export function readingFrom(rows: readonly NumberRow[]): Reading {
  const byPart = Map.groupBy(rows, ([part]) => part);
  const of = (part: string) => byPart.get(part) ?? [];
  const people = of('day').filter(([, , visitor]) => visitor === 'human');
  const bots = of('day').filter(([, , visitor]) => visitor !== 'human');
  const periods = of('period');
  const money = of('money').toSorted(byText);

  return {
    totalClicks: sumOf(of('total')),
    clicksByDay: new Map(people.map((row) => [Number(row[1]), at(row, 0)])),
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
      conversions: at(row, 0),
      revenueCents: at(row, 1),
      profitCents: at(row, 2),
    })),
    conversions: {
      before: rows.reduce((sum, row) => sum + at(row, 3), 0),
      recent: rows.reduce((sum, row) => sum + at(row, 4), 0),
    },
    profit: {
      before: dollars ? at(dollars, 5) : 0,
      recent: dollars ? at(dollars, 6) : 0,
    },
  };
}

/** The branches of a UNION ALL arrive in no fixed order, so the rows are sorted here. */
function breakdown<Name>(
  rows: readonly NumberRow[],
  nameOf: (name: string, detail: string) => Name,
): Breakdown<Name> {
  const ordered = rows.toSorted((left, right) => at(right, 0) - at(left, 0) || byText(left, right));
  return {
    rows: ordered.map((row) => ({ name: nameOf(row[1], row[2]), clicks: at(row, 0) })),
    totalClicks: ordered[0] ? at(ordered[0], 1) : 0,
  };
}

function byText(left: NumberRow, right: NumberRow): number {
  return compare(left[1], right[1]) || compare(left[2], right[2]);
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function itself(name: string): string {
  return name;
}

function sumOf(rows: readonly NumberRow[]): number {
  return rows.reduce((sum, row) => sum + at(row, 0), 0);
}

function at([, , , numbers]: NumberRow, index: number): number {
  const number = numbers[index];
  if (number === undefined) throw new Error('The event store answered with too few numbers');
  return number;
}
