import type { SaleProfit } from '#core/links/sale-profit';
import type { Currency } from '#core/shared/money';
import type { EventType } from './conversion.ts';

/** What decides the profit of a conversion; amounts are cents of its own currency. */
export type ProfitFacts = {
  readonly eventType: EventType;
  readonly currency: Currency;
  readonly isRefund: boolean;
  /** What the report says, never negative; null when it says nothing. */
  readonly sentCents: number | null;
  /** What every sale of the link brings; null when the link does not count by itself. */
  readonly saleProfit: SaleProfit | null;
};

/**
 * The profit of a conversion in cents: the link's own for a sale in the same currency, else what was
 * sent, else 0.
 */
export function profitOf(facts: ProfitFacts): number {
  const { eventType, currency, isRefund, sentCents, saleProfit } = facts;
  const isCounted = eventType === 'sale' && saleProfit?.currency === currency;
  const gainedCents = isCounted ? saleProfit.cents : (sentCents ?? 0);
  return isRefund ? 0 - gainedCents : gainedCents;
}
