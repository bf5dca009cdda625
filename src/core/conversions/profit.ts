import type { EventType } from './conversion.ts';

/** What decides the profit of a conversion; amounts are cents of its own currency. */
export type ProfitFacts = {
  readonly eventType: EventType;
  readonly isRefund: boolean;
  /** What whoever reported it says, never negative; null when nothing was said. */
  readonly sentCents: number | null;
  /** What every sale of the link brings, when the link counts by itself; null when it does not. */
  readonly saleProfitCents: number | null;
};

/** The profit of a conversion in cents: the link's own for a sale, else what was sent, else 0. */
export function profitOf({ eventType, isRefund, sentCents, saleProfitCents }: ProfitFacts): number {
  const isCounted = eventType === 'sale' && saleProfitCents !== null;
  const gainedCents = isCounted ? saleProfitCents : (sentCents ?? 0);
  return isRefund ? 0 - gainedCents : gainedCents;
}
