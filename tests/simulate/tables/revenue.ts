import { lastSettledDay } from '#core/split-tests/counts';
import { winningBar } from '#core/split-tests/evidence';
import { judge, type Verdict } from '#core/split-tests/judge';
import { capOf, logRevenueEvidence } from '#core/split-tests/revenue';
import type { Random } from '#core/split-tests/shares';
import { normal } from '#tests/simulate/random';
import { judgedTest } from '#tests/simulate/trial';
import { simulateVisits } from '#tests/simulate/visits';
import { looks, percentOf, simulateCell, type Size, type Table } from './cells.ts';

type Amount = (random: Random) => number;

const [rate, visitsPerDay, earlierOrders] = [0.03, 1000, 200];
const slots = [1, 1];
const shares = [{ fromDay: 0, slots, isAutomatic: false }];

/** Amounts of orders, in cents. */
const amounts: readonly (readonly [string, Amount])[] = [
  ['one price', () => 5000],
  ['log-normal, sigma 1', (random) => 3000 * Math.exp(normal(random))],
  ['log-normal, sigma 2', (random) => 700 * Math.exp(2 * normal(random))],
  ['Pareto 1.5 (infinite variance)', (random) => 1700 / (1 - random()) ** (1 / 1.5)],
  ['1 % of orders 100 times as large', (random) => (random() < 0.01 ? 250_000 : 2500)],
];

/** Tests whose goal is revenue: false winners, and how often a true difference is found. */
export function revenue(size: Size): Table {
  const better = [
    ['false winner', { buyers: 1, worth: 1 }],
    ['found, +20 % buyers', { buyers: 1.2, worth: 1 }],
    ['found, +50 % amounts', { buyers: 1, worth: 1.5 }],
  ] as const;
  return {
    title: 'Revenue',
    note: `Two destinations, 1,000 visits a day, of which 3 % order; percent of tests within ${looks} days. The bound of an
amount comes from 200 earlier orders.`,
    head: ['Amounts of orders', ...better.map(([name]) => name)],
    rows: amounts.map(([name, amount]) => [
      name,
      ...better.map(([column, { buyers, worth }]) => {
        const verdicts = simulateCell(size, `revenue/${name}/${column}`, (random) =>
          revenueVerdict({ amount, buyers, worth, random }),
        );
        const isFalse = buyers === 1 && worth === 1;
        return percentOf(verdicts, (verdict) =>
          isFalse ? verdict !== null : verdict?.winner.destination === 1,
        );
      }),
    ]),
  };
}

/** `buyers` and `worth`: what the second destination has more, of orders and of their amounts. */
function revenueVerdict({
  amount,
  buyers,
  worth,
  random,
}: {
  readonly amount: Amount;
  readonly buyers: number;
  readonly worth: number;
  readonly random: Random;
}): Verdict | null {
  const capCents = capOf(Array.from({ length: earlierOrders }, () => Math.round(amount(random))));
  const visits = simulateVisits([{ rate }, { rate: rate * buyers }], { visitsPerDay, random });
  const cents: [number[], number[]] = [[], []];
  const ordersUntil: (readonly [number, number])[] = [];
  for (let today = 1; today <= looks; today += 1) {
    const [first = 0, second = 0] = visits.pass(slots);
    for (let n = 0; n < first; n += 1) cents[0].push(Math.round(amount(random)));
    for (let n = 0; n < second; n += 1) cents[1].push(Math.round(worth * amount(random)));
    ordersUntil.push([cents[0].length, cents[1].length]);

    const [own = 0, other = 0] = ordersUntil[lastSettledDay(today, 1)] ?? [];
    const settled = [cents[0].slice(0, own), cents[1].slice(0, other)];
    const look = { today, window: 1, shares, days: visits.rows } as const;
    const verdict = mayBeWon(settled, capCents)
      ? judge(judgedTest(look, { revenue: { capCents, amountsWithin: () => [settled] } })).verdict
      : null;
    if (verdict !== null) return verdict;
  }
  return null;
}

/** Whether the evidence is near the bar: `judge` decides with the shares that were really given. */
function mayBeWon(
  [own = [], other = []]: readonly (readonly number[])[],
  capCents: number | null,
): boolean {
  if (capCents === null) return false;
  const nearBar = Math.log(winningBar(2, false) * 0.9);
  return (
    logRevenueEvidence([{ share: 0.5, own, other }], capCents) >= nearBar ||
    logRevenueEvidence([{ share: 0.5, own: other, other: own }], capCents) >= nearBar
  );
}
