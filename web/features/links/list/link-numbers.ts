import type { Link } from '#web/api.ts';
import { money, moneyIn, wholeNumber } from '#web/format.ts';

type Counted = Pick<
  Link,
  'trackConversions' | 'totalConversions' | 'totalProfit' | 'otherCurrencies'
>;

const unavailable = '—';
/** A link that tracks no conversions earns nothing that could be counted: this is not a zero. */
const notTracked = '–';

/** A count, or `—` while the numbers are unavailable. */
export function countLabel(value: number | null): string {
  return value === null ? unavailable : wholeNumber(value);
}

/** The number of conversions; `–` for a link that tracks none and has none. */
export function conversionsLabel(link: Counted): string {
  return isUncounted(link) ? notTracked : countLabel(link.totalConversions);
}

/** The profit, one text for each currency, US dollars first; zero dollars only when alone. */
export function profitsOf(link: Counted): readonly [string, ...string[]] {
  if (isUncounted(link)) return [notTracked];
  if (link.totalProfit === null) return [unavailable];
  const others = (link.otherCurrencies ?? [])
    .filter(({ profit }) => profit !== 0)
    .map(({ profit, currency }) => moneyIn(profit, currency));
  const [first, ...rest] = others;
  if (link.totalProfit === 0 && first !== undefined) return [first, ...rest];
  return [money(link.totalProfit), ...others];
}

/** Whether the link tracks no conversions and has none. */
export function isUncounted({ trackConversions, totalConversions, totalProfit }: Counted): boolean {
  return !trackConversions && totalConversions === 0 && totalProfit === 0;
}
