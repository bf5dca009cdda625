import type { Card, Invoice } from '#contract/billing/billing';
import type { Payments } from '#core/billing/ports';
import { singleFlight } from '#core/shared/single-flight';
import { secondMs, type Clock } from '#core/shared/time';

const keepMs = 3 * secondMs;

/**
 * Wraps the payments: the card and the invoices of a customer are read at most once in three
 * seconds, because Stripe's request limit is shared by all accounts.
 */
export function rememberShown(payments: Payments, clock: Clock): Payments {
  const cards = singleFlight<Card | null>({ clock, keepMs });
  const invoices = singleFlight<Invoice[]>({ clock, keepMs });

  return {
    ...payments,
    card: (id) => cards.get(id, () => payments.card(id)),
    invoices: (id) => invoices.get(id, () => payments.invoices(id)),
  };
}
