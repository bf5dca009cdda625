import type { Mail } from '#core/shared/mail';

/** What people are told of. */
export type NoticeKind =
  | 'trial_ending'
  | 'first_click'
  | 'click_milestone'
  | 'conversions'
  | 'link_expired'
  | 'password_changed';

/** What conversions of one currency are worth together. */
export type Amount = { readonly currency: string; readonly cents: number };

/** What is to be told to one person. */
export type NewNotice = {
  readonly userId: string;
  /** Names what happened: of notices with one key the account gets one. */
  readonly eventKey: string;
  readonly kind: NoticeKind;
  /** The person's own link that it is about; null when it is about none. */
  readonly linkId: string | null;
  /** Whole days that are left, clicks, or conversions, as the kind has it; null for others. */
  readonly count: number | null;
  readonly amounts: readonly Amount[];
  readonly happenedAt: Date;
};

/** A notice as its reader has it. */
export type Notice = Pick<NewNotice, 'kind' | 'count' | 'amounts' | 'happenedAt'> & {
  readonly id: string;
  readonly isRead: boolean;
  readonly link: NoticedLink | null;
};

/** A link as it is called now. `name` is its alias, else its code. */
export type NoticedLink = {
  readonly id: string;
  readonly name: string;
  readonly title: string | null;
};

/** A notice, and the mail that tells the same; null: none is wanted. */
export type Telling = { readonly notice: NewNotice; readonly mail: Mail | null };

/** Where tellings go. */
export type Tellings = {
  /**
   * Keeps all of them or none. Those whose account or link is gone are left out. Where the account
   * has a notice of that key, the greater count stays, and a greater one is unread again; its mail
   * is queued with the first alone.
   */
  tell(tellings: readonly Telling[]): Promise<void>;
};
