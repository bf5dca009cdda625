import { eventTypes, type EventType } from '#contract/conversions/event-types';
import { currencies, type Currency } from '#contract/money';
import { centsFromDecimal } from '#core/shared/money';

/** A conversion reported by a page or a server, as text. Absent fields are empty. */
export type TextReport = {
  readonly event: string;
  /** Decimal, in major units: `49.99`. */
  readonly value: string;
  readonly currency: string;
  /** Surrounding spaces are removed, as in the API. */
  readonly orderId: string;
};

/** The parsed report. The default event is a sale, the default currency USD. */
export type ReadReport =
  | {
      readonly kind: 'read';
      readonly eventType: EventType;
      readonly valueCents: number;
      readonly currency: Currency;
      readonly orderId: string;
    }
  | { readonly kind: 'unreadable'; readonly field: 'event' | 'value' | 'currency' | 'order_id' };

const longestMerchantId = 128;

/** Parses a report. On failure it names the first invalid field. */
export function readTextReport(report: TextReport): ReadReport {
  const orderId = report.orderId.trim();
  const eventType = eventTypes.find((type) => type === (report.event || 'sale').toLowerCase());
  if (eventType === undefined) return { kind: 'unreadable', field: 'event' };
  const valueCents = centsFromDecimal(report.value || '0');
  if (valueCents === null) return { kind: 'unreadable', field: 'value' };
  const currency = currencies.find((code) => code === (report.currency || 'USD').toUpperCase());
  if (currency === undefined) return { kind: 'unreadable', field: 'currency' };
  if (!isMerchantId(orderId)) return { kind: 'unreadable', field: 'order_id' };
  return { kind: 'read', eventType, valueCents, currency, orderId };
}

/** Whether it can be a merchant's id of an order or a refund: plain text of at most 128 characters. */
export function isMerchantId(text: string): boolean {
  return text.length <= longestMerchantId && text.isWellFormed() && !/\p{Cc}/u.test(text);
}
