import type { EventType } from '#contract/conversions/event-types';

/** Recent events of an account's links. */
export type LiveNumbers = {
  /** Changes whenever clicks or conversions of the account are stored. */
  readonly mark: string;
  /** Human clicks of the last five minutes. */
  readonly clicksNow: number;
  /** The newest human clicks and conversions of the last hour, newest first. */
  readonly latest: readonly LiveEvent[];
};

/** A click or a conversion, without anything that identifies its visitor. */
export type LiveEvent = {
  /** The public id of the click or conversion. */
  readonly id: string;
  readonly kind: 'click' | 'conversion';
  readonly atMs: number;
  readonly linkId: string;
  /** ISO 3166 code; empty when unknown. */
  readonly country: string;
  readonly device: string;
  /** The data of a conversion; null for a click. */
  readonly sale: LiveSale | null;
};

export type LiveSale = {
  readonly eventType: EventType;
  /** Negative for a refund. */
  readonly valueCents: number;
  readonly currency: string;
  /** Whether it is matched to a click. */
  readonly hasClick: boolean;
};

/** A live event as an open page shows it. */
export type ShownEvent = LiveEvent & {
  /** The link's title, or its name when it has none. */
  readonly linkName: string;
};

/** Adds the links' names; events of links that have been deleted meanwhile are left out. */
export function shownEvents(
  latest: readonly LiveEvent[],
  names: ReadonlyMap<string, string>,
): readonly ShownEvent[] {
  return latest.flatMap((event) => {
    const linkName = names.get(event.linkId);
    return linkName === undefined ? [] : [{ ...event, linkName }];
  });
}
