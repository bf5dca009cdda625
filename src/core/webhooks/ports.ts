import type { EventType } from '#contract/webhooks/event-types';
import type {
  AccountEvent,
  Attempt,
  AttemptError,
  ChosenLinks,
  Replay,
  Webhook,
  WebhookChanges,
  WebhookFormat,
} from '#contract/webhooks/webhooks';
import type { DeepReadonly } from '#contract/route';
import type { Alerts } from '#core/alerts/ports';
import type { Domains } from '#core/domains/ports';
import type { BulkActions, Imports, Links } from '#core/links/ports';
import type { SplitTests } from '#core/split-tests/ports';
import type { NewId, RandomBytes } from '#core/shared/ids';
import type { Paged, Paging } from '#core/shared/page';
import type { Clock } from '#core/shared/time';
import type { Hmac } from './sign.ts';
import type { ClickBatch, RecordedConversion, StoredClicks, Wanting } from './stored.ts';
import type { TroubledWebhook } from './tell-owner.ts';

/** A webhook as it is stored first. Its secret is `whsec_` and base64. */
export type NewWebhook = {
  readonly id: string;
  readonly userId: string;
  readonly url: string;
  readonly events: readonly EventType[] | null;
  readonly links: DeepReadonly<ChosenLinks> | null;
  readonly format: WebhookFormat;
  readonly isEnabled: boolean;
  readonly description: string | null;
  readonly secret: string;
  readonly createdAt: Date;
};

/** The place of a row in a list by time. */
export type TimePosition = { readonly atMs: number; readonly id: string };

/** The webhooks of all accounts. Secrets are stored encrypted, and only sending reads them. */
export type Webhooks = {
  /** The account's webhooks, the oldest first; at most `mostWebhooks`. */
  of(userId: string): Promise<readonly Webhook[]>;
  /** Null: the account has none with this id. */
  find(userId: string, webhookId: string): Promise<Webhook | null>;
  /**
   * Adds a webhook. Null: the account has `most` webhooks. It never gets more, even with concurrent
   * calls.
   */
  add(webhook: NewWebhook, most: number): Promise<Webhook | null>;
  /**
   * Changes the fields that are given and raises the version. Switching it off drops what waits;
   * switching it on clears why it was off, and counts its failures from the beginning; one that is on
   * already stays as it is. From the time at which it begins to want them it gets conversions and
   * clicks. Null: the account has none with this id, or it has another version than the given one.
   */
  change(
    userId: string,
    webhookId: string,
    change: DeepReadonly<WebhookChanges> & {
      readonly at: Date;
      readonly version?: number | undefined;
    },
  ): Promise<Webhook | null>;
  /** Removes it with its deliveries and attempts. False: the account has none with this id and version. */
  remove(userId: string, webhookId: string, version?: number): Promise<boolean>;
  /** Replaces the secret; the former one is valid until the given time. */
  rotate(
    userId: string,
    webhookId: string,
    secret: { readonly secret: string; readonly formerUntil: Date; readonly at: Date },
  ): Promise<Webhook | null>;
};

/** What a body is written from, beside the event's own ids. */
export type Subject = {
  /** Names of changed columns of a link. */
  readonly changed?: readonly string[];
  /** The names of a deleted link. */
  readonly link?: LinkNames;
  /** The id of the thing that the event is about, when that is no link. */
  readonly id?: string;
  /** A part of the clicks of a batch. */
  readonly clicks?: Omit<ClickBatch, 'userId' | 'clicks'> & {
    /** From 1. */
    readonly part: number;
    readonly parts: number;
    /** Clicks of a part. */
    readonly most: number;
  };
};

/** By what a deleted link was known. */
export type LinkNames = {
  readonly name: string;
  readonly host: string | null;
  readonly externalId: string | null;
};

/** An event as it is stored. */
export type StoredEvent = Omit<AccountEvent, 'type'> & {
  readonly type: EventType;
  readonly userId: string;
  readonly subject: Subject;
  /** Null before the event is first sent, and again when its link is deleted. */
  readonly body: string | null;
  /** Only ids may be said of it. */
  readonly isThin: boolean;
};

/** The log of events of all accounts, kept for 30 days. Triggers record the events of links. */
export type Events = {
  page(
    userId: string,
    query: Paging<TimePosition> & { readonly type: EventType | null },
  ): Promise<Paged<StoredEvent, TimePosition>>;
  find(userId: string, eventId: string): Promise<StoredEvent | null>;
  /**
   * Stores the event's body unless it has one, and returns the stored one. Null: the event is gone,
   * or its link has been deleted since the event was read.
   */
  writeBody(
    event: Pick<StoredEvent, 'id' | 'isThin'>,
    written: { readonly body: string; readonly isThin: boolean },
  ): Promise<string | null>;
  /**
   * Records links whose time of expiry has passed since the last call, and that no event says yet.
   */
  recordExpired(at: Date): Promise<void>;
  /** Records a test of this webhook, to be sent to it alone, also when it is off. */
  recordTest(
    webhook: Pick<Webhook, 'id'> & { readonly userId: string },
    at: Date,
  ): Promise<StoredEvent>;
  /** The accounts with a webhook that is on and wants one of these types, and since when: epoch milliseconds. */
  wanting(types: readonly EventType[]): Promise<Wanting>;
  /** What the latest event of each of these conversions says; conversions without one are missing. */
  saidOf(userId: string, conversionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Adds events, each once by conversion and version. Those of links that are gone are left out. */
  addConversions(userId: string, recorded: readonly RecordedConversion[]): Promise<void>;
  /** Adds the parts of these batches, each once. */
  addClicks(
    batches: readonly ClickBatch[],
    how: { readonly clicksOfPart: number; readonly at: Date },
  ): Promise<void>;
  /** Deletes events with their deliveries, and attempts, from before this time; returns how many events. */
  forget(before: Date): Promise<number>;
};

/** A delivery that this instance has claimed. */
export type ClaimedDelivery = {
  readonly event: StoredEvent;
  readonly webhook: Pick<Webhook, 'id' | 'url' | 'format'> & {
    readonly userId: string;
    /** The secrets that sign, the newest first. Throws when no known key decrypts one. */
    readonly secrets: () => readonly string[];
  };
  /** Attempts before this one. */
  readonly attempts: number;
  readonly claimedAt: Date;
};

/** The result of an attempt, and what comes after it. */
export type Settled = {
  readonly id: string;
  readonly status: number | null;
  readonly error: AttemptError | null;
  readonly milliseconds: number;
  readonly answer: string;
  readonly isSuccess: boolean;
  /** When to send again; null: never. */
  readonly nextAt: Date | null;
  /** The receiver said that it is gone: the webhook is switched off. */
  readonly isGone: boolean;
  readonly at: Date;
};

export type ClaimLimits = {
  /** Of all webhooks together. */
  readonly most: number;
  /** Running at once for one webhook, on all instances. */
  readonly perWebhook: number;
  /** Claimed within a second for one webhook. */
  readonly perSecond: number;
  /** A claim that is not settled after this time is free again. */
  readonly leaseMs: number;
};

export type Deliveries = {
  /**
   * Plans the deliveries of new events: one for each webhook of the account that is on and wants the
   * event. Returns whether more events may wait.
   */
  plan(at: Date): Promise<boolean>;
  /**
   * Claims due deliveries; those of a banned account wait. Two claimers never get the same one while its lease lasts, and no
   * connection is held afterwards.
   */
  claim(at: Date, limits: ClaimLimits): Promise<readonly ClaimedDelivery[]>;
  /**
   * Records the attempt and what comes after it, in one transaction. A delivery that somebody else
   * has claimed since keeps that claim.
   */
  settle(delivery: ClaimedDelivery, settled: Settled): Promise<void>;
  /**
   * Gives the claim back and makes it due at this time, unless somebody else has claimed it since. It
   * counts as no attempt.
   */
  postpone(delivery: ClaimedDelivery, dueAt: Date): Promise<void>;
  /** Plans one event for the webhook again, from its first attempt. */
  sendAgain(webhookId: string, eventId: string, at: Date): Promise<void>;
  /**
   * Plans all matching events for the webhook again; returns how many. Plans none of more than
   * `mostReplayed`, and returns a larger number than that.
   */
  replay(
    webhook: { readonly id: string; readonly userId: string },
    replay: Replay & { readonly at: Date },
  ): Promise<number>;
  attempts(
    userId: string,
    webhookId: string,
    paging: Paging<TimePosition>,
  ): Promise<Paged<Attempt, TimePosition>>;
  attempt(
    userId: string,
    webhookId: string,
    attemptId: string,
  ): Promise<(Attempt & { readonly answer: string; readonly format: WebhookFormat }) | null>;
};

export type WebhookTroubles = {
  /** Switches off what has only failed since before this time; what waits there is dropped. */
  disableFailing(limits: {
    readonly failingBefore: Date;
    readonly leastFailures: number;
    readonly at: Date;
  }): Promise<void>;
  /**
   * Marks webhooks for which at least `most` parts of clicks wait, so that new ones are left out, and
   * no longer those for which fewer wait.
   */
  markBehind(most: number, at: Date): Promise<void>;
  /** Webhooks with an untold trouble; those that fail only when they have failed since before this time. */
  untold(failingBefore: Date, most: number): Promise<readonly TroubledWebhook[]>;
  told(webhook: Pick<TroubledWebhook, 'id' | 'trouble' | 'since'>, at: Date): Promise<void>;
};

/** A request that is sent to a receiver. */
export type Posted = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** A receiver's answer, or why there is none. */
export type Reply =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The header as it was sent; null when absent. */
      readonly retryAfter: string | null;
      /** The beginning of the answer. */
      readonly text: string;
    }
  | { readonly kind: AttemptError };

/** Sends one request, behind the guard of addresses that people entered. */
export type Post = (posted: Posted) => Promise<Reply>;

/** What the use cases of webhooks take. */
export type WebhookPorts = {
  readonly webhooks: Webhooks;
  readonly events: Events;
  readonly deliveries: Deliveries;
  readonly troubles: WebhookTroubles;
  readonly clicks: Pick<StoredClicks, 'ofPart'>;
  readonly links: Pick<Links, 'find' | 'labelsOf' | 'some'>;
  readonly domains: Pick<Domains, 'of'>;
  readonly imports: Pick<Imports, 'find'>;
  readonly bulk: Pick<BulkActions, 'find'>;
  readonly splitTests: Pick<SplitTests, 'find'>;
  readonly alerts: Pick<Alerts, 'ofAlarm'>;
  /** Whether an address belongs to this product: its own hosts and connected domains. */
  readonly isOwn: (url: URL) => boolean;
  /** SHORT_URL. */
  readonly shortUrl: string;
  readonly hmac: Hmac;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
};
