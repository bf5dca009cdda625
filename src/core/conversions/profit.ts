import type { SaleProfit } from '#core/links/sale-profit';
import type { Currency } from '#contract/money';
import type { EventType } from './conversion.ts';

/** The data that decides a conversion's profit; amounts are cents of its own currency. */
export type ProfitFacts = {
  readonly eventType: EventType;
  readonly currency: Currency;
  readonly isRefund: boolean;
  /** The reported amount, never negative; null when absent. */
  readonly sentCents: number | null;
  /** The fixed profit of every sale of the link; null when the link has none. */
  readonly saleProfit: SaleProfit | null;
};

/**
 * The profit of a conversion in cents: the link's fixed profit for a sale in the same currency,
 * else the reported amount, else 0.
 */
export function profitOf(facts: ProfitFacts): number {
  const { eventType, currency, isRefund, sentCents, saleProfit } = facts;
  const isCounted = eventType === 'sale' && saleProfit?.currency === currency;
  const gainedCents = isCounted ? saleProfit.cents : (sentCents ?? 0);
  return isRefund ? 0 - gainedCents : gainedCents;
}
