import type { RecentClick } from '#core/analytics/reading';
import type { ListedConversion } from '#core/conversions/conversion';
import type { StoredEvent } from './ports.ts';

/** Accounts, and since when each wants events: epoch milliseconds. */
export type Wanting = ReadonlyMap<string, number>;

/** The present version of a conversion. */
export type StoredConversion = {
  readonly userId: string;
  readonly receivedAtMs: number;
  readonly conversion: ListedConversion;
};

export type StoredConversions = {
  /** The number of stored versions. */
  rows(): Promise<number>;
  /** Conversions that arrived since both times, in the order of their arrival and id, removed ones too. */
  since(asked: {
    readonly accounts: Wanting;
    readonly sinceMs: number;
    readonly after: { readonly receivedAtMs: number; readonly id: string };
    readonly limit: number;
  }): Promise<readonly StoredConversion[]>;
};

/** An event of a conversion. `said` is compared with what the next version says. */
export type RecordedConversion = Pick<StoredEvent, 'id' | 'type' | 'happenedAt' | 'isThin'> & {
  readonly conversionId: string;
  readonly linkId: string;
  readonly version: string;
  readonly said: string;
  readonly body: string;
};

/** The human clicks of an account that were stored together. */
export type ClickBatch = {
  readonly userId: string;
  readonly batch: string;
  readonly clicks: number;
  readonly fromMs: number;
  readonly toMs: number;
};

export type ClickOfPart = Omit<RecentClick, 'clickId' | 'isUnique'> & {
  readonly id: string;
  readonly linkId: string;
};

export type StoredClicks = {
  /** The number of stored clicks. */
  rows(): Promise<number>;
  /** Whole batches with a click since both times. */
  batches(asked: {
    readonly accounts: Wanting;
    readonly sinceMs: number;
  }): Promise<readonly ClickBatch[]>;
  /** Clicks of a batch in a fixed order. Erased ones are missing. */
  ofPart(
    userId: string,
    part: Pick<ClickBatch, 'batch' | 'fromMs' | 'toMs'> & {
      readonly first: number;
      readonly most: number;
    },
  ): Promise<readonly ClickOfPart[]>;
};
