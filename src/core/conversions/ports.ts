import type { FindApiKey } from '#core/accounts/api-keys';
import type { Insertion } from '#core/clicks/store-batch';
import type { Link } from '#core/links/link';
import type { OwnLinks } from '#core/links/own-link';
import type { IsBot } from '#core/redirect/classify';
import type { ClickIds } from '#core/redirect/click-id';
import type { RoutedLink } from '#core/redirect/routed-link';
import type { NewId } from '#core/shared/ids';
import type { RateLimit } from '#core/shared/limits/rate-limit';
import type { Serialized } from '#core/shared/serialized';
import type { Clock } from '#core/shared/time';
import type { ConversionPosition } from './conversion.ts';
import type { Source, Trust } from '#contract/conversions/conversions';
import type { EventType } from '#contract/conversions/event-types';
import type { Paged, Paging } from '#core/shared/page';
import type { ClickFacts, WantedClick, WantedVisitor } from './attribute.ts';
import type { Conversion, ListedConversion, NamedClick, RawConversion } from './conversion.ts';
import type { Attempt, ListedAttempt } from './reports/attempt.ts';

/** What the use cases of an account's conversions take. */
export type ConversionPorts = {
  readonly links: OwnLinks & NamedLinks;
  readonly conversions: OwnConversions;
  /**
   * One turn at a time per account: a version is made from the current one, and two must not be
   * made at once.
   */
  readonly serialized: Serialized;
  readonly spool: ConversionSpool;
  readonly clickIds: Pick<ClickIds, 'read'>;
  readonly attempts: Attempts;
  readonly generations: PostbackGenerations;
  readonly seals: PostbackSeals;
  readonly newId: NewId;
  readonly clock: Clock;
};

/** What reports from pages and servers take, also before Postgres is up. */
export type ReportPorts = {
  readonly links: ReportedLinks;
  readonly clickIds: Pick<ClickIds, 'read'>;
  readonly isBot: IsBot;
  readonly spool: ConversionSpool;
  readonly attempts: AttemptLog;
  /** A guess for the debug list (`repeatGuess`). */
  readonly isRepeat: (conversion: RawConversion) => boolean;
  readonly findKey: FindApiKey;
  readonly generations: Pick<PostbackGenerations, 'of'>;
  readonly seals: PostbackSeals;
  readonly limits: {
    /** Limits of pixel requests: of one network for one link, and of all networks for one link. */
    readonly ofNetwork: RateLimit;
    readonly ofLink: RateLimit;
    /** Limit of rows in the debug list about pixel requests beyond these limits. */
    readonly told: RateLimit;
    /** Limit of postbacks of one network. */
    readonly postbacks: RateLimit;
  };
  readonly newId: NewId;
  readonly clock: Clock;
};

/** How a program names its link: by its id, its code or an alias, or its number. */
export type LinkNaming =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'name'; readonly name: string }
  | { readonly by: 'number'; readonly number: number };

export type NamedLinks = {
  /** The owner's link with that name; null when it does not exist or belongs to another owner. */
  findNamed(userId: string, naming: LinkNaming): Promise<Link | null>;
};

/** The links that reports can name. */
export type ReportedLinks = {
  /** By code or alias. */
  find(name: string): RoutedLink | undefined;
  /** By the number in click ids. */
  findByNumber(number: number): RoutedLink | undefined;
};

/** A new version that replaces the current one. */
export type Revision = {
  readonly before: ListedConversion;
  /** Its version is greater than the one before. Fields that cannot be edited are unchanged. */
  readonly after: ListedConversion;
};

/** A page of an account's conversions, refunds included. Empty lists narrow nothing. */
export type WantedConversions = Paging<ConversionPosition> & {
  /** When they converted: from `fromMs`, and before `toMs`; null: without that bound. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly eventTypes: readonly EventType[];
  readonly sources: readonly Source[];
  readonly trusts: readonly Trust[];
  readonly linkIds: readonly string[];
  /** Those that were stored, edited or removed since then, removed ones too; null: the present ones. */
  readonly updatedSinceMs: number | null;
  readonly sort: 'convertedAt' | 'updatedAt';
  readonly order: 'asc' | 'desc';
};

/** Conversions as their owner reads and changes them. */
export type OwnConversions = {
  /** The current versions, sorted by a time, without those of `erasedLinkIds`. */
  page(
    userId: string,
    wanted: WantedConversions & { readonly erasedLinkIds: readonly string[] },
  ): Promise<Paged<ListedConversion, ConversionPosition>>;
  /** The current version of the link's conversion with this order id, a sale before others; null: none. */
  ofOrder(userId: string, linkId: string, orderId: string): Promise<ListedConversion | null>;
  /** The click that has the credit; null without one. */
  clickOf(userId: string, conversion: ListedConversion): Promise<NamedClick | null>;
  /** The current version of the account's conversion with this id; null when it was removed. */
  find(userId: string, id: string): Promise<ListedConversion | null>;
  /**
   * Stores the version, visible to the next reader. When the event or key changes, it also stores
   * a removed version under the old ones, in the same step.
   */
  revise(userId: string, revision: Revision): Promise<void>;
};

/** How durable a report must be before the response. */
export type Certainty =
  /** Written to the spool file: survives the end of this process. For pixels. */
  | 'written'
  /** Synced to disk: survives a loss of power. For servers, which get a confirmation. */
  | 'synced'
  /** In the event store, so that the next list shows it; waits two seconds at most. */
  | 'stored';

/** The spool in which reported conversions wait for the event store. */
export type ConversionSpool = {
  /**
   * Stores a conversion. Resolves as soon as it is as durable as requested. `stored` falls back to
   * `synced` after two seconds and then resolves too. Throws the Refusal `unavailable` when the
   * disk rejects the write: then the caller has to report it again.
   */
  record(conversion: RawConversion, certainty: Certainty): Promise<void>;
};

/** Finds clicks in the event store. Rejects when it is away. */
export type ClickFinder = {
  /** Human clicks: the named ones, and the last 20 of each visitor within its range. */
  find(wanted: {
    readonly named: readonly WantedClick[];
    readonly visitors: readonly WantedVisitor[];
  }): Promise<readonly ClickFacts[]>;
};

/** The table of conversions, as the drain and the jobs use it. */
export type ConversionStore = {
  /**
   * The current versions of the conversions with these users, links, events and keys. The result
   * may contain others. Rejects when the store is away.
   */
  known(conversions: readonly Conversion[]): Promise<readonly Conversion[]>;
  /** Stores all the versions or none. May be repeated. */
  insert(batch: string, conversions: readonly Conversion[]): Promise<Insertion>;
  /** Conversions received since `sinceMs` whose click is named but not found yet, latest first. */
  incomplete(sinceMs: number, limit: number): Promise<readonly Conversion[]>;
};

/** The reports of the last seven days that came from pages and servers, for the owners of links. */
export type Attempts = {
  /**
   * The newest 50 for the owner's link, newest first. Refuses `not_found`, also for another owner's
   * link and for text that is no id.
   */
  newest(userId: string, linkId: string): Promise<readonly ListedAttempt[]>;
  /** The newest 10 for the owner's links whose conversion tracking is off now, newest first. */
  newestUntracked(userId: string): Promise<readonly ListedAttempt[]>;
};

export type AttemptLog = {
  /** Takes the attempt and returns at once. Drops attempts above its limit. Never throws. */
  record(attempt: Attempt): void;
};

/** The generation of each link's valid postback secret. A new one makes the former one invalid. */
export type PostbackGenerations = {
  /** From 1; null when there is no such link. */
  of(linkId: string): Promise<number | null>;
  /**
   * Makes the next generation of the owner's link valid, and returns it; null when the link is not
   * theirs.
   */
  next(userId: string, linkId: string): Promise<number | null>;
};

/**
 * Keyed hashes of a text, 256 bits each, one per key, newest key first. The keys have no other use.
 */
export type PostbackSeals = (text: string) => readonly [Uint8Array, ...Uint8Array[]];
