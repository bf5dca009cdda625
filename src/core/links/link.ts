import type { LinkFields } from '#contract/links/link-fields';
import type { LinkChanges } from '#contract/links/links';
import type { DeepReadonly } from '#contract/route';
import type { LinkDomain } from './link-domain.ts';
import type { LinkOptions } from './options/link-options.ts';

/** What an owner sets on a link that is stored as it is sent. */
type Fields = Omit<DeepReadonly<LinkFields>, 'domain' | 'profitPerSale'>;

/** How a split test divides its visits, when it does not simply alternate. */
export type Rotation = {
  /** Each round has its own random order. */
  readonly isShuffled: boolean;
  /** A person who comes again gets the same destination. Absent in what earlier versions stored. */
  readonly isSticky?: boolean;
  /**
   * The slots of a round by destination, from a UTC day (`YYYY-MM-DD`) on; earliest first. The
   * first one also counts before its day.
   */
  readonly shares: readonly { readonly fromDay: string; readonly slots: readonly number[] }[];
};

/** A short link as its owner sees it. Money is in integer cents. */
export type Link = Fields &
  LinkOptions & {
    readonly id: string;
    /**
     * Small, dense and never reused: the link's slot in the split-test counters, and its number in
     * click ids.
     */
    readonly number: number;
    readonly userId: string;
    /** Generated, base58, matched exactly. */
    readonly shortCode: string;
    /** The domain of `customAlias`, at which the link is shown; null: the instance's own short host. */
    readonly domain: LinkDomain | null;
    readonly profitPerSaleCents: number | null;
    /** The version of the split test: raised when the list of destinations changes. */
    readonly splitVersion: number;
    /** Null: visits get the destinations in turn. Another list of destinations sets it to null. */
    readonly splitRotation: Rotation | null;
    /** Raised by every write; caches compare it. */
    readonly version: number;
    /**
     * The version that its owner sees: raised by every edit, and not when the clicks reach their limit
     * or the shares of the split test change.
     */
    readonly edition: number;
    /**
     * Clicks that another service counted before the link was imported; null when there are none.
     * No other number includes them.
     */
    readonly importedClicks: number | null;
    readonly createdAt: Date;
    readonly updatedAt: Date;
  };

/** The fields of a link that an owner may set. `undefined` leaves a field as it is. */
export type LinkInput = DeepReadonly<Omit<LinkChanges, 'profitPerSale'>> & {
  readonly profitPerSaleCents?: number | null | undefined;
};

/** The names of a split test's destinations, in their order; null: none. */
export type TestNames = readonly (string | null)[];

/** Fields that the database sets itself. */
export type FilledField =
  | 'number'
  | 'splitVersion'
  | 'splitRotation'
  | 'version'
  | 'edition'
  | 'clickLimitVersion'
  | 'clicksReachedAt';

/** Validated input: only the fields that it has, in the form in which they are stored. */
export type LinkChange = Partial<
  Omit<
    Link,
    FilledField | 'id' | 'userId' | 'shortCode' | 'importedClicks' | 'createdAt' | 'updatedAt'
  >
>;
