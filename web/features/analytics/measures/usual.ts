import type { Report } from '#web/api.ts';
import { counted, oneDecimal, wholeNumber } from '#web/format.ts';
import { isMoney, isPerClick, type Measure } from '#contract/analytics/measures';
import { valueLabel, valueOf } from './measures.ts';

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

/** An average beside the number of today: `usually 98 by now`. */
export function usualText(average: string): string {
  return `usually ${average} by now`;
}

/** An average as people read it: amounts in whole cents. */
export function usualLabel(measure: Measure, average: number | null, currency: string): string {
  if (average === null || isPerClick(measure)) return valueLabel(measure, average, currency);
  return isMoney(measure)
    ? valueLabel(measure, Math.round(average), currency)
    : averageLabel(average);
}

/** Averages of counts below it have a decimal, unless they are whole. */
const mostWithDecimal = 10;

/** An average of counts as people read it: `2.4`, `98`. */
export function averageLabel(average: number): string {
  const isWhole = average >= mostWithDecimal || Number.isInteger(average);
  return isWhole ? wholeNumber(Math.round(average)) : oneDecimal(average);
}

/** How the averages are computed. */
export function aboutUsual({ days }: Pick<Usual, 'days'>): string {
  return days === 1
    ? 'Usual: the day before, until this time of day.'
    : `Usual: the average of the ${counted(days, 'day')} before, until this time of day.`;
}
