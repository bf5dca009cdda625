import type {
  AddressState,
  MailedReport,
  NewMailedReport,
} from '#contract/analytics/mailed-reports';
import type { Bans } from '#core/accounts/banned';
import type { AnalyticsPorts } from '#core/analytics/ports';
import type { SavedPorts } from '#core/analytics/saved';
import type { SentVisits } from '#core/links/erase-links';
import type { AccountList, FieldsOf } from '#core/shared/account-list';
import type { NewId } from '#core/shared/ids';
import type { RateLimit } from '#core/shared/limits/rate-limit';
import type { Mail } from '#core/shared/mail';
import type { VisitorsAre } from '#core/shared/visitors-are';
import type { ReportPage } from './report-page.ts';

/** A mailed report as its owner set it, and when it is due. */
export type OwnReport = Omit<NewMailedReport, 'addresses'> & {
  readonly id: string;
  readonly nextAt: Date;
};

/** An address as it is stored first; the mail asks it to confirm. */
export type NewAddress = {
  readonly id: string;
  readonly email: string;
  readonly state: AddressState;
  readonly mail: Mail | null;
};

/** `isOwner`: it is the address of the account, which needs no confirmation. */
export type Receiver = { readonly id: string; readonly email: string; readonly isOwner: boolean };

/** A report that is due, with the addresses that confirmed. */
export type DueReport = OwnReport & {
  readonly userId: string;
  readonly viewName: string;
  readonly query: string;
  readonly receivers: readonly Receiver[];
};

export type MailedReports = Omit<AccountList<OwnReport>, 'add'> & {
  /**
   * Stores a new one with its addresses, and queues their mails, in one transaction. Refuses `conflict`
   * when the account has as many as it may have. `chosenId`: as in `AccountList`.
   */
  add(
    userId: string,
    report: FieldsOf<OwnReport>,
    more: { readonly asked: readonly NewAddress[]; readonly chosenId: string | null },
  ): Promise<OwnReport>;
  /** The account's, the oldest first. */
  known(userId: string): Promise<readonly MailedReport[]>;
  /**
   * Removes all addresses of the report but those that are kept or new, adds the new ones, and queues
   * their mails, in one transaction. An address that is there already keeps its state and gets no mail.
   */
  setAddresses(
    report: { readonly id: string; readonly userId: string },
    addresses: { readonly kept: readonly string[]; readonly asked: readonly NewAddress[] },
    at: Date,
  ): Promise<void>;
  /** Reports that are switched on and due, the longest due first. */
  due(at: Date, most: number): Promise<readonly DueReport[]>;
  /**
   * Queues the mails to receivers that are still confirmed, and moves the report to its next time, in
   * one transaction. Does nothing when its owner has switched the report off or changed its time since,
   * and queues nothing when the mails of this slot, or of a later one, were queued before.
   */
  send(
    report: Pick<DueReport, 'id' | 'userId'> & {
      /** The last day of the period. Its first day may be before a day that was mailed already. */
      readonly slot: string;
      /** The time that it was due at. */
      readonly dueAt: Date;
      readonly nextAt: Date;
      readonly at: Date;
    },
    mails: readonly Mail[],
  ): Promise<void>;
  /**
   * Moves it to `nextAt` without mails, unless its owner has changed its time since; `isBroken`: its view
   * cannot be answered any more.
   */
  postpone(report: {
    readonly id: string;
    readonly dueAt: Date;
    readonly nextAt: Date;
    readonly isBroken: boolean;
  }): Promise<void>;
  /** Confirms a waiting address that was added after `since`. False: there is none. */
  confirm(addressId: string, since: Date): Promise<boolean>;
  /** Nothing is sent to the address any more; without effect when it is gone. */
  stop(addressId: string): Promise<void>;
};

/** What the use cases of mailed reports take. */
export type MailedReportPorts = {
  readonly mailed: MailedReports;
  readonly analytics: AnalyticsPorts;
  readonly views: Pick<SavedPorts['views'], 'of'>;
  readonly bans: Pick<Bans, 'isBanned'>;
  readonly sent: SentVisits;
  /** When a report failed last, by its id: this process tries it again after the others. */
  readonly failedAtMs: Map<string, number>;
  /** Draws an SVG as PNG, this wide. */
  readonly paint: (svg: string, widthPx: number) => Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Writes the page as PDF, A4. A letter that its font lacks is `□`, never another letter, and the
   * page then says so. Null when it cannot be written, which is logged.
   */
  readonly print: (page: ReportPage) => Promise<Uint8Array<ArrayBuffer> | null>;
  readonly proofs: {
    /** A signature of the text, in hexadecimal. */
    sign(text: string): string;
    isSigned(text: string, signature: string): boolean;
  };
  /** Of the mails that ask addresses to confirm, for each account. */
  readonly asking: RateLimit;
  readonly appUrl: string;
  readonly shortUrl: string;
  readonly visitorsAre: VisitorsAre;
  readonly newId: NewId;
  readonly clock: AnalyticsPorts['clock'];
};
