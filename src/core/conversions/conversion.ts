import type { Currency } from '#core/shared/money';

/** What may happen after a click. */
export const eventTypes = ['sale', 'signup', 'download', 'subscription', 'lead', 'other'] as const;
export type EventType = (typeof eventTypes)[number];

/** How a conversion was reported: the dialog, the tracking pixel, server to server, or the API. */
export type Source = 'manual' | 'pixel' | 'postback' | 'api';

/**
 * How sure it is that the conversion happened, and by which click. `confirmed`: reported by the
 * owner, with an API key or with the link's postback secret. `verified`: a browser showed a signed
 * click id. `inferred`: the same visitor clicked the link before. `unverified`: anyone may have
 * sent it. All count.
 */
export type Trust = 'unverified' | 'inferred' | 'verified' | 'confirmed';

/** The click that a signed click id names. */
export type NamedClick = {
  /** UUIDv7: its time is the click's. */
  readonly clickId: string;
  /** The destination's place in the split test, from 1; 0 outside a split test. */
  readonly variant: number;
};

/** A conversion as it was reported: what one spool line carries, and all that the drain gets. */
export type RawConversion = {
  /** UUIDv7. The conversion's public id, unless it turns out to be a repeat. */
  readonly id: string;
  /** Epoch milliseconds at receipt, clamped to a sane range. */
  readonly receivedAtMs: number;
  readonly linkId: string;
  readonly userId: string;
  readonly eventType: EventType;
  /** Negative for refunds alone. */
  readonly valueCents: number;
  readonly profitCents: number;
  readonly currency: Currency;
  readonly source: Source;
  readonly isConfirmed: boolean;
  /** Takes money back from the conversion that has the same order id, else the same click. */
  readonly isRefund: boolean;
  /** The merchant's own name of the order, at most 128 characters; empty when none was given. */
  readonly orderId: string;
  /** Never the repeat of another, unless an order id says so: the dialog, and the API. */
  readonly isAlwaysNew: boolean;
  /** Signed by us for this link, and within the window; null otherwise. */
  readonly click: NamedClick | null;
  /** As in a visit: by these the visitor is told, and nothing of them is kept in full. */
  readonly isAnonymous: boolean;
  readonly address: string;
  readonly userAgent: string;
  readonly visitorCookie: string;
  /** A JSON object as text, at most 2,048 characters; empty when none was given. */
  readonly metadata: string;
};

/** One version of a conversion as the event store has it. The greatest version is what counts. */
export type Conversion = {
  readonly id: string;
  readonly userId: string;
  readonly linkId: string;
  readonly eventType: EventType;
  /** What makes two reports the same conversion, together with the user, the link and the event. */
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
  /** The click that led here; null when unknown. `splitVersion` is 0 while only its id is known. */
  readonly click: (NamedClick & { readonly atMs: number; readonly splitVersion: number }) | null;
  /** 0 is nobody. */
  readonly visitorId: bigint;
  /** ISO 3166, empty when unknown; these four are the click's. */
  readonly country: string;
  readonly city: string;
  readonly device: 'desktop' | 'mobile' | 'tablet' | 'other' | 'unknown';
  readonly referrer: string;
  /** Stored for 30 days, truncated as the installation says; empty when unknown. */
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly metadata: string;
};

/** Clicks older than this, counted from the conversion, are not given the credit for it. */
export const attributionWindowDays = 30;
