import type { Mail } from '#core/shared/mail';

/** The kinds of notices. */
export type NoticeKind =
  | 'trial_ending'
  | 'first_click'
  | 'click_milestone'
  | 'conversions'
  | 'link_expired'
  | 'password_changed'
  | 'broken_destinations';

/** The sum of conversions in one currency. */
export type Amount = { readonly currency: string; readonly cents: number };

/** A notice to one person. */
export type NewNotice = {
  readonly userId: string;
  /** Identifies the event: the account gets one notice per key. */
  readonly eventKey: string;
  readonly kind: NoticeKind;
  /** The person's own link that the notice is about; null when it is about none. */
  readonly linkId: string | null;
  /** By kind: whole days left, clicks, conversions, or links; null for other kinds. */
  readonly count: number | null;
  readonly amounts: readonly Amount[];
  readonly happenedAt: Date;
};

/** A notice as its reader gets it. */
export type Notice = Pick<NewNotice, 'kind' | 'count' | 'amounts' | 'happenedAt'> & {
  readonly id: string;
  readonly isRead: boolean;
  readonly link: NoticedLink | null;
};

/** A link; `name` is its alias, else its code, for `urlOfName`. */
export type NoticedLink = {
  readonly id: string;
  readonly name: string;
  readonly title: string | null;
};

/** A notice, and its mail; null: no mail is wanted. */
export type NoticeWithMail = { readonly notice: NewNotice; readonly mail: Mail | null };

/** Storage of notices with their mails. */
export type NoticeStore = {
  /**
   * Stores all of them or none, without those whose account or link is gone. When the account
   * already has a notice with the same key, the greater count stays, and a greater one makes it
   * unread again; its mail is queued only the first time.
   */
  add(noticesWithMails: readonly NoticeWithMail[]): Promise<void>;
};
