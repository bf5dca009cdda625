import type { AlertFields, AlertTrouble } from '#contract/analytics/alerts';
import type { User } from '#core/accounts/user';
import type { AnalyticsPorts } from '#core/analytics/ports';
import type { Notices } from '#core/notices/ports';
import type { AccountList } from '#core/shared/account-list';
import type { SentVisits } from '#core/links/erase-links';
import type { NearLink } from '#core/links/options/close-spent-links';
import type { LabelPorts } from '#core/links/ports';
import type { NewId } from '#core/shared/ids';

/** An alert as its owner set it. */
export type OwnAlert = AlertFields & { readonly id: string };

/** What an alert counts, by its name; of a limit that is near, the link of its latest alarm. */
export type Named = {
  readonly linkTitle: string | null;
  /** For `urlOfName`; null: it is about no link. */
  readonly linkName: string | null;
  readonly tagName: string | null;
};

/** A time that an alert was raised. */
export type Alarm = {
  readonly id: string;
  /** The link whose click limit is near; null for all others. */
  readonly nearLinkId: string | null;
  /**
   * The beginning of the hour or the day, or the end of the last hour with an event. Of a limit: when
   * it was near.
   */
  readonly beganAt: Date;
  readonly until: Date;
  readonly seen: number;
  /** What a silence was compared with, or the limit; null for a bound. */
  readonly expected: number | null;
  readonly raisedAt: Date;
  /** Null: it goes on. */
  readonly endedAt: Date | null;
};

/** An alert with all that a list or a sentence says of it. */
export type KnownAlert = OwnAlert &
  Named & {
    readonly userId: string;
    readonly createdAt: Date;
    readonly trouble: AlertTrouble | null;
    /** The latest one. */
    readonly last: Alarm | null;
  };

/** An alert that is due. A change of it makes it due at another time. */
export type DueAlert = KnownAlert & { readonly dueAt: Date | null };

/** An alarm of which its owner has to be told, and the owner. */
export type UntoldAlarm = {
  readonly alert: KnownAlert & { readonly last: Alarm };
  /** Whether its end is what is to tell. */
  readonly isEnd: boolean;
  readonly reader: Pick<User, 'email' | 'firstName' | 'verified'> & {
    /** Whether they want mails, of this alert too, and their address is proven. */
    readonly isMailed: boolean;
  };
};

/** The alerts of all accounts, each with what it was raised for. */
export type Alerts = AccountList<OwnAlert> & {
  /** The account's alerts with all that is known of them, the oldest first. */
  known(userId: string): Promise<readonly KnownAlert[]>;
  /**
   * Alerts that are switched on and due; no silences of links that are paused or expired, and none of
   * limits.
   */
  due(at: Date, most: number): Promise<readonly DueAlert[]>;
  /**
   * Stores when the alert is due again, and why it could not be judged. This and the next two have no
   * effect when the alert was changed after it was read.
   */
  judged(
    alert: Pick<DueAlert, 'id' | 'dueAt'>,
    judged: { readonly dueAt: Date; readonly trouble: AlertTrouble | null },
  ): Promise<void>;
  /**
   * Raises the alert, and records the event. Does nothing when it is raised already, or was for the
   * same beginning.
   */
  raise(
    alert: Pick<DueAlert, 'id' | 'userId' | 'dueAt'>,
    alarm: Omit<Alarm, 'endedAt' | 'nearLinkId'>,
  ): Promise<void>;
  /** Ends the alert's last alarm, and records the event; without effect when it has ended. */
  end(alert: Pick<DueAlert, 'id' | 'dueAt' | 'last'>, at: Date): Promise<void>;
  /**
   * Raises the alerts of limits that these links are in: once for each link and limit, and at most
   * 20 of one alert in a day; the rest is raised by a later call. These alarms have no end to tell.
   */
  raiseNear(links: readonly NearLink[], at: Date): Promise<void>;
  /**
   * Raises the alerts of limits of accounts that have at least `nearFrom` links, and ends those of
   * accounts that have fewer. `most` is the limit.
   */
  judgeLinkCounts(
    limit: { readonly nearFrom: number; readonly most: number },
    at: Date,
  ): Promise<void>;
  untold(most: number): Promise<readonly UntoldAlarm[]>;
  told(alarm: { readonly id: string; readonly isEnd: boolean }, at: Date): Promise<void>;
  /** The account's alert that this alarm raised, with it as its last; null: it is gone. */
  ofAlarm(userId: string, alarmId: string): Promise<KnownAlert | null>;
  /** Deletes alarms that ended before this time; those of click limits stay with their links. */
  forget(before: Date): Promise<void>;
};

/** What the use cases of alerts take. */
export type AlertPorts = {
  readonly alerts: Alerts;
  readonly analytics: AnalyticsPorts;
  readonly tags: Pick<LabelPorts['tags'], 'of'>;
  readonly notices: Pick<Notices, 'add'>;
  readonly sent: SentVisits;
  /** The limit of links of one account. */
  readonly mostLinks: number;
  readonly appUrl: string;
  readonly shortUrl: string;
  readonly newId: NewId;
  readonly clock: AnalyticsPorts['clock'];
};
