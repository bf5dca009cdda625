import type { ShownConversion, Source, Trust } from '#contract/conversions/conversions';
import type { EventType } from '#contract/conversions/event-types';
import type { Currency } from '#contract/money';

/** The click that a signed click id names. */
export type NamedClick = {
  /** UUIDv7: its time is the click's. */
  readonly clickId: string;
  /** The destination's place in the split test, from 1; 0 outside a split test. */
  readonly variant: number;
};

/** A conversion as reported: the content of one spool line, and the drain's only input. */
export type RawConversion = {
  /** UUIDv7. The conversion's public id, unless it turns out to be a repeat. */
  readonly id: string;
  /** Epoch milliseconds at receipt, clamped to a plausible range. */
  readonly receivedAtMs: number;
  /** When it happened: at receipt, or earlier as reported. */
  readonly convertedAtMs: number;
  readonly linkId: string;
  readonly userId: string;
  readonly eventType: EventType;
  /** Negative only for refunds. */
  readonly valueCents: number;
  readonly profitCents: number;
  readonly currency: Currency;
  readonly source: Source;
  readonly isConfirmed: boolean;
  /** Takes money back from the conversion with the same order id, else with the same click. */
  readonly isRefund: boolean;
  /** The merchant's id of the refund, at most 128 characters; empty when absent. */
  readonly refundId: string;
  /** The merchant's order id, at most 128 characters; empty when absent. */
  readonly orderId: string;
  /**
   * Never a repeat of another conversion, except by its order id: reports from the dialog and the
   * API.
   */
  readonly isAlwaysNew: boolean;
  /** Signed by us for this link, and within the attribution window; null otherwise. */
  readonly click: NamedClick | null;
  /**
   * This field and the following ones identify the visitor, as in a visit. They are not stored
   * completely.
   */
  readonly isAnonymous: boolean;
  readonly address: string;
  readonly userAgent: string;
  readonly visitorCookie: string;
  /** A JSON object as text, at most 2,048 characters; empty when absent. */
  readonly metadata: string;
};

/** One version of a conversion in the event store. The greatest version counts. */
export type Conversion = {
  readonly id: string;
  readonly userId: string;
  readonly linkId: string;
  readonly eventType: EventType;
  /**
   * Together with the user, the link and the event, it identifies the conversion across reports.
   */
  readonly key: string;
  readonly version: bigint;
  readonly isRemoved: boolean;
  readonly convertedAtMs: number;
  readonly receivedAtMs: number;
  readonly valueCents: number;
  readonly profitCents: number;
  readonly currency: Currency;
  readonly source: Source;
  readonly trust: Trust;
  readonly orderId: string;
  /**
   * The click that led to it; null when unknown. `splitVersion` is 0 while only the click's id is
   * known.
   */
  readonly click: (NamedClick & { readonly atMs: number; readonly splitVersion: number }) | null;
  /** 0 means nobody. */
  readonly visitorId: bigint;
  /** ISO 3166, empty when unknown. This field and the next three are the click's. */
  readonly country: string;
  readonly city: string;
  readonly device: ShownConversion['device'];
  readonly referrer: string;
  /** Stored for 30 days, truncated as configured; empty when unknown. */
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly metadata: string;
};

/** Older clicks, counted from the conversion, do not get the credit. */
export const attributionWindowDays = 30;

/** A conversion as its owner reads and edits it: its current version. */
export type ListedConversion = Pick<
  Conversion,
  | 'id'
  | 'linkId'
  | 'eventType'
  | 'key'
  | 'version'
  | 'isRemoved'
  | 'convertedAtMs'
  | 'valueCents'
  | 'profitCents'
  | 'currency'
  | 'source'
  | 'trust'
  | 'orderId'
  | 'country'
  | 'device'
  | 'referrer'
  | 'metadata'
> & {
  /** When this version was stored. */
  readonly updatedAtMs: number;
  /** Whether it is matched to a click. */
  readonly hasClick: boolean;
  /** The destination's place in the split test, from 1; 0 when unknown or outside a split test. */
  readonly variant: number;
};

/** Whether it is a refund: such a row changes the sums, but does not count as a conversion. */
export function isRefund({ key }: Pick<ListedConversion, 'key'>): boolean {
  return key.startsWith('r:');
}

/** A conversion's place in a list that is sorted by a time. */
export type ConversionPosition = { readonly atMs: number; readonly id: string };
