import { atom } from 'jotai';
import type { ConversionJson } from '#contract/conversions/conversions';

/** A click or a conversion of the last hour. */
export type LiveEvent = {
  readonly id: string;
  readonly kind: 'click' | 'conversion';
  /** Epoch milliseconds. */
  readonly atMs: number;
  readonly linkId: string;
  /** The link's title, or its name when it has none. */
  readonly linkName: string;
  /** ISO 3166 code; empty when unknown. */
  readonly country: string;
  readonly device: string;
  /** The conversion's data; null for a click. */
  readonly sale: {
    readonly eventType: ConversionJson['eventType'];
    /** Negative for a refund. */
    readonly valueCents: number;
    readonly currency: string;
    readonly hasClick: boolean;
  } | null;
};

export type LiveNow = {
  /** Human clicks of the last five minutes. */
  readonly clicksNow: number;
  /** Newest first. */
  readonly latest: readonly LiveEvent[];
};

/** Whether a parsed event has the format of the server's live events. */
export function isLiveNow(value: unknown): value is LiveNow {
  return typeof value === 'object' && value !== null && 'clicksNow' in value && 'latest' in value;
}

/** The latest live event of the server; null before the first one. */
export const liveNowAtom = atom<LiveNow | null>(null);

/** Whether the server can reach this page, so that the latest live event is also true now. */
export const isLiveAtom = atom(true);
