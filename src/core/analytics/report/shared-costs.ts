import type { AnalyticsPorts } from '#core/analytics/ports';
import type { CostNumbers } from '#contract/analytics/costs';
import { currencies } from '#contract/money';
import { apportion } from '#core/shared/apportion';
import { type Costed, costOf, type Days, numbersOf, readCosted, sumOf } from './costed.ts';

/** Some of a link's clicks, and what they brought in each currency. */
export type ClicksPart = {
  readonly clicks: number;
  readonly money: readonly { readonly currency: string; readonly revenueCents: number }[];
};

/**
 * What parts of a link's clicks cost in a period, an entry for each currency in which they cost
 * something. The parts share the link's cost by their clicks, to the cent; the last one also pays for
 * the clicks that are in no part.
 */
export async function sharedCosts(
  ports: AnalyticsPorts,
  { userId, linkId }: { readonly userId: string; readonly linkId: string },
  { period, parts }: { readonly period: Days; readonly parts: readonly ClicksPart[] },
): Promise<readonly (readonly CostNumbers[])[]> {
  const own = (await ports.costs.of(userId)).filter(
    (cost) => cost.linkId === null || cost.linkId === linkId,
  );
  const filters = { class: ['human'], link: [linkId] };
  const shown = { links: [{ value: linkId, clicks: 0 }], campaigns: [] };
  const found = await Promise.all(
    currencies
      .filter((code) => own.some(({ currency }) => currency === code))
      .map((currency) => readCosted(ports, userId, { period, filters, currency, shown })),
  );
  return found.flatMap((costed) => {
    const shared = costed && numbersOfParts(costed, parts);
    return shared ? [shared] : [];
  });
}

/** Null when the clicks cost nothing. */
function numbersOfParts(
  costed: Costed,
  parts: readonly ClicksPart[],
): readonly CostNumbers[] | null {
  const { currency } = costed;
  const total = costOf(costed, costed.part, costed.clicks);
  if ('cents' in total && sumOf(total.cents) === 0) return null;
  // All clicks that were read are the link's.
  const all = sumOf(costed.clicks.map(({ clicks }) => clicks));
  const others = sumOf(parts.slice(0, -1).map(({ clicks }) => clicks));
  const weights = [...parts.slice(0, -1).map(({ clicks }) => clicks), Math.max(0, all - others)];
  const shares = 'cents' in total ? apportion(sumOf(total.cents), weights) : null;
  return parts.map(({ money }, index) => {
    const cost = shares === null ? total : { cents: [shares[index] ?? 0] };
    const revenueCents = money.find((each) => each.currency === currency)?.revenueCents ?? 0;
    return numbersOf(cost, { currency, clicks: weights[index] ?? 0, revenueCents });
  });
}
