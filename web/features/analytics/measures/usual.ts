import type { Report } from '#web/api.ts';
import { counted, oneDecimal, wholeNumber } from '#web/format.ts';
import { isMoney, isPerClick, type Measure, valueLabel, valueOf } from './measures.ts';

/** Sums over several days before today, of each only until this time of day. */
type Usual = NonNullable<Report['usual']>;

/**
 * A measure on the average of these days until this time of day, as `valueOf` has it; undefined for
 * visitors, who are not counted for parts of days.
 */
export function usualOf(
  measure: Measure,
  usual: Usual,
  currency: string,
): number | null | undefined {
  if (measure === 'visitors') return undefined;
  const sum = valueOf(measure, { ...usual, uniqueVisitors: 0 }, currency);
  return sum === null || isPerClick(measure) ? sum : sum / usual.days;
}

/** An average in words: `usually 98 by now`. */
export function usualText(measure: Measure, average: number | null, currency: string): string {
  return `usually ${usualLabel(measure, average, currency)} by now`;
}

/** Averages of counts have a decimal below it. */
const mostWithDecimal = 10;

/** An average as people read it: small counts with a decimal, amounts in whole cents. */
export function usualLabel(measure: Measure, average: number | null, currency: string): string {
  if (average === null || isPerClick(measure)) return valueLabel(measure, average, currency);
  if (isMoney(measure)) return valueLabel(measure, Math.round(average), currency);
  return average < mostWithDecimal ? oneDecimal(average) : wholeNumber(Math.round(average));
}

/** How the averages are computed. */
export function aboutUsual({ days }: Pick<Usual, 'days'>): string {
  return days === 1
    ? 'Usual: the day before, until this time of day.'
    : `Usual: the average of the ${counted(days, 'day')} before, until this time of day.`;
}
