import type { User } from '#core/accounts/user';
import type { RoutedLink } from '#core/redirect/routed-link';
import type { NewId } from '#core/shared/ids';
import type { SharedRateLimit } from '#core/shared/limits/rate-limit';
import type { Mail } from '#core/shared/mail';
import type { Clock } from '#core/shared/time';
import type { DueAlert } from './alert-conversions.ts';
import type { Notice, NoticeWithMail } from './notice.ts';
import type { AccountToNotify } from './notify-of-broken-destinations.ts';
import type { HourOfConversions } from './notify-of-conversions.ts';
import type { PassedLink } from './notify-of-milestones.ts';
import type { KeptPreferences, PreferencesChange } from './preferences.ts';
import type { AbuseReport, ContactMessage } from './support.ts';

/** What the use cases of notices take. Each job takes a part of these ports. */
export type NoticePorts = {
  readonly notices: Notices;
  readonly dates: DatedSources;
  readonly alerts: ConversionAlerts;
  readonly broken: BrokenDestinations;
  readonly preferences: PreferencesOfAccounts;
  /** The application's public address, and the address of short links. */
  readonly appUrl: string;
  readonly shortUrl: string;
  readonly newId: NewId;
  readonly clock: Clock;
};

/** What people want to be notified of. */
export type PreferencesOfAccounts = {
  /** The accounts' own preferences. Accounts that have never set them are missing. */
  of(userIds: readonly string[]): Promise<ReadonlyMap<string, KeptPreferences>>;
  /** Stores the given fields. `undefined` leaves a field as it is, or makes it the usual one. */
  keep(userId: string, change: PreferencesChange): Promise<void>;
};

/** The ports that every job with new notices takes. */
export type NewNotices = {
  readonly notices: Pick<Notices, 'add'>;
  readonly clock: Clock;
};

/** Notices with their mails. */
export type Notices = {
  /**
   * Stores all of them or none, without those whose account or link is gone. When the account
   * already has a notice with the same key, the greater count stays, and a greater one makes it
   * unread again; its mail is queued only the first time.
   */
  add(noticesWithMails: readonly NoticeWithMail[]): Promise<void>;
  /** The account's newest notices, latest first, and the number of all unread ones. */
  newest(
    userId: string,
    limit: number,
  ): Promise<{ readonly notices: readonly Notice[]; readonly unread: number }>;
  /** Marks the account's unread notices as read. Ids of other accounts change nothing. */
  markRead(userId: string, which: readonly string[] | 'all', at: Date): Promise<void>;
  /**
   * Removes notices of events before `before`, and of each account those beyond its newest
   * `beyond`; of the latter only notices of events before `settledBefore`.
   */
  forget(limits: {
    readonly before: Date;
    readonly beyond: number;
    readonly settledBefore: Date;
  }): Promise<void>;
};

type DateRange = { readonly after: Date; readonly until: Date; readonly limit: number };

/** Events whose time is known in advance. */
export type DatedSources = {
  /**
   * Accounts whose trial ends within the range and that have no notice yet for `daysLeft` days
   * before that end.
   */
  endingTrials(range: DateRange & { readonly daysLeft: number }): Promise<readonly EndingTrial[]>;
  /**
   * Links that expired within the range, by time or by clicks, and whose owner has no notice of
   * that expiry. Links that the owner expired by a bulk action are not among them.
   */
  expiredLinks(range: DateRange): Promise<readonly ExpiredLink[]>;
};

/** An account on trial. `trialEndsAt` has millisecond precision. */
export type EndingTrial = Pick<User, 'id' | 'email' | 'firstName' | 'verified' | 'trialEndsAt'> & {
  readonly wantsMail: boolean;
};

export type ExpiredLink = {
  readonly linkId: string;
  readonly userId: string;
  /** The set time, or the time of its last click; with millisecond precision. */
  readonly expiresAt: Date;
};

export type ClickMilestones = {
  /** The number of rows. It changes when clicks are stored. */
  rows(): Promise<number>;
  /**
   * Links that were clicked since `sinceMs` and that passed one of the `milestones` on `sinceDay`
   * (UTC) or later, sorted by id, only those after the id `after`.
   */
  passed(question: {
    readonly sinceMs: number;
    readonly sinceDay: string;
    readonly milestones: readonly number[];
    readonly after: string;
    readonly limit: number;
  }): Promise<readonly PassedLink[]>;
};

export type ConversionHours = {
  /** The number of rows. It changes when conversions are stored. */
  rows(): Promise<number>;
  /**
   * Whole hours of links with a conversion since a time, by link id and hour, only those after
   * `after`; without removed conversions and refunds.
   */
  hours(question: {
    readonly sinceMs: number;
    readonly after: Pick<HourOfConversions, 'linkId' | 'hourMs'>;
    readonly limit: number;
  }): Promise<readonly HourOfConversions[]>;
};

export type ConversionAlerts = {
  /** Accounts with conversions to mail that got no such mail after `mailedBefore`. */
  due(mailedBefore: Date, limit: number): Promise<readonly DueAlert[]>;
  /**
   * In one transaction: marks the notices' conversions as mailed and queues the mail, if there is
   * one. Does nothing when the account was mailed after `mailedBefore`.
   */
  settle(
    alert: DueAlert,
    at: { readonly now: Date; readonly mailedBefore: Date },
    mail: Mail | null,
  ): Promise<void>;
};

export type BrokenDestinations = {
  /**
   * Accounts that have to be notified of broken destinations. At least one destination without a
   * notice broke at `brokenBefore` or earlier, and the account has no such notice after
   * `notifiedBefore`. The result has all destinations of these accounts that are without a notice.
   */
  accountsToNotify(wanted: {
    readonly brokenBefore: Date;
    readonly notifiedBefore: Date;
    readonly accounts: number;
    readonly links: number;
  }): Promise<readonly AccountToNotify[]>;
  /** Records that the account has a notice of these destinations. */
  settle(userId: string, destinationIds: readonly string[], at: Date): Promise<void>;
};

/** What messages to the operator of this instance take. */
export type SupportPorts = {
  readonly inbox: Pick<SupportInbox, 'addMessage' | 'addReport'>;
  /** The link of this instance at an address; undefined when there is none. */
  readonly linkAt: (url: string) => RoutedLink | undefined;
  /** Limit of messages and reports of one person, or of one network when not signed in. */
  readonly perSender: SharedRateLimit;
  /** The address that gets the messages; null: they are only stored. */
  readonly supportEmail: string | null;
  readonly newId: NewId;
  readonly clock: Clock;
};

/** Messages to support and reports of links. */
export type SupportInbox = {
  /** Stores the message and queues its mail, if there is one, in one transaction. */
  addMessage(message: ContactMessage, mail: Mail | null): Promise<void>;
  /** Stores the report and queues its mail, if there is one, in one transaction. */
  addReport(report: AbuseReport, mail: Mail | null): Promise<void>;
  /** The newest 50 messages, newest first. */
  messages(): Promise<readonly ContactMessage[]>;
  /** The newest 50 reports, newest first. */
  reports(): Promise<readonly AbuseReport[]>;
};
