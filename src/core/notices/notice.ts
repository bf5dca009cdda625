import type { NoticeKind } from '#contract/notices';
import type { Mail } from '#core/shared/mail';

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
  /** What an alert says. */
  readonly text?: string | undefined;
  readonly happenedAt: Date;
};

/** A notice as its reader gets it. */
export type Notice = Pick<NewNotice, 'kind' | 'count' | 'amounts' | 'happenedAt'> & {
  readonly id: string;
  readonly text: string | null;
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
