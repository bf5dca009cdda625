import { isMoney, type Measure } from '#contract/analytics/measures';
import { changeLabel, moneyIn, oneDecimal, unbroken, wholeNumber } from '#web/format.ts';
import type { Counts, Money } from '#web/features/analytics/report/report.ts';

/**
 * A measure's value: a count, percent, or integer cents of `currency` (earnings per click with their
 * fraction). Null where there is nothing to divide by.
 */
export function valueOf(measure: Measure, counts: Counts, currency: string): number | null {
  const { clicks } = counts;
  switch (measure) {
    case 'clicks':
      return clicks;
    case 'visitors':
      return counts.uniqueVisitors;
    case 'conversions':
      return counts.conversions;
    case 'rate':
      return clicks === 0 ? null : (counts.conversions / clicks) * 100;
    case 'revenue':
      return moneyOf(counts, currency).revenue;
    case 'profit':
      return moneyOf(counts, currency).profit;
    case 'perClick':
      return clicks === 0 ? null : moneyOf(counts, currency).revenue / clicks;
  }
}

function moneyOf({ money }: Counts, currency: string): Pick<Money, 'revenue' | 'profit'> {
  return money.find((each) => each.currency === currency) ?? { revenue: 0, profit: 0 };
}

/** A value as people read it: `12,804`, `2.2%`, `$9,420.50`; `—` where there is none. */
export function valueLabel(measure: Measure, value: number | null, currency: string): string {
  if (value === null) return '—';
  if (measure === 'rate') return `${oneDecimal(value)}%`;
  return isMoney(measure) ? moneyIn(value, currency) : wholeNumber(value);
}

/** The amounts in other currencies: `also €874.66`; empty when there are none. */
export function otherMoney(measure: Measure, counts: Counts, currency: string): string {
  if (!isMoney(measure)) return '';
  const others = counts.money
    .filter((each) => each.currency !== currency)
    .map((each) => ({ each, value: valueOf(measure, counts, each.currency) }))
    .filter(({ value }) => value !== null && value !== 0)
    .map(({ each, value }) => valueLabel(measure, value, each.currency));
  return others.length === 0 ? '' : `also ${unbroken(others.join(', '))}`;
}

export type Change = {
  /** `+35.2%`, `-0.3 pt`, `new` or `—`. */
  readonly label: string;
  readonly tone: 'up' | 'down' | 'none';
};

/** How a measure changed: rates in percentage points, others in percent. */
export function changeOf(measure: Measure, now: number | null, before: number | null): Change {
  if (measure !== 'rate') return percentChange(now ?? 0, before ?? 0);
  if (now === null || before === null) return { label: '—', tone: 'none' };
  const points = rounded(now - before);
  return { label: `${points > 0 ? '+' : ''}${oneDecimal(points)} pt`, tone: toneOf(points) };
}

/**
 * A change in percent with at most one decimal. `new` when the earlier value is 0; a dash when it
 * is negative.
 */
export function percentChange(now: number, before: number): Change {
  if (before === 0) {
    return now > 0 ? { label: changeLabel('new'), tone: 'up' } : { label: '—', tone: 'none' };
  }
  if (before < 0) return { label: '—', tone: toneOf(now - before) };
  const percent = rounded((now / before - 1) * 100);
  return { label: changeLabel(percent), tone: toneOf(percent) };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10 || 0;
}

function toneOf(change: number): Change['tone'] {
  return change > 0 ? 'up' : change < 0 ? 'down' : 'none';
}
