import type { SharedReport as ShownReport } from '#contract/shared-reports/shared-reports';
import type { Bans } from '#core/accounts/banned';
import type { Passwords } from '#core/accounts/passwords/passwords';
import type { sharedPassword } from '#core/accounts/passwords/shared-password';
import type { AnalyticsPorts } from '#core/analytics/ports';
import type { OwnDomains } from '#core/links/choose-domain';
import type { LinkDomain } from '#core/links/link-domain';
import type { RandomBytes } from '#core/shared/ids';
import type { View } from './views.ts';

/** A report that everybody with its token may see. */
export type SharedReport = Omit<ShownReport, 'url' | 'hasPassword' | 'domain'> & {
  readonly userId: string;
  /** 128 random bits as 22 characters of base64url. */
  readonly token: string;
  /** Empty for a link's public page that is named as its link. */
  readonly name: string;
  /** The domain of its address; null while that is not proven, and for the application's own host. */
  readonly domain: LinkDomain | null;
  /** Null when the token is enough. */
  readonly passwordHash: string | null;
};

type Computed = 'id' | 'userId' | 'linkId' | 'views' | 'viewedAt' | 'createdAt';
export type NewReport = Omit<SharedReport, Computed>;
export type ReportChanges = {
  readonly [Key in Exclude<keyof NewReport, 'token'>]?: NewReport[Key] | undefined;
};

/** The shared reports of all accounts. */
export type SharedReports = {
  /** All of the account's, the newest first. */
  of(userId: string): Promise<readonly SharedReport[]>;
  /**
   * Stores a new one. Refuses `conflict` when the account has as many as it may have, also in
   * concurrent calls, and `not_found` when the domain has just gone. `chosenId`: as in `AccountList`.
   */
  add(userId: string, report: NewReport, chosenId?: string | null): Promise<SharedReport>;
  /** Changes the fields that are given. Refuses `not_found`, also when the domain has just gone. */
  change(userId: string, id: string, changes: ReportChanges): Promise<SharedReport>;
  /** Its token never works again. Refuses `not_found`. */
  remove(userId: string, id: string): Promise<void>;
  /** The report with this token, on or off; null when there is none. */
  byToken(token: string): Promise<SharedReport | null>;
  /** The account's link's public page; null when it has none. */
  pageOf(userId: string, linkId: string): Promise<SharedReport | null>;
  /**
   * Opens the public page of the account's link with the token, or changes its page and switches it on,
   * which keeps its token. Null when the account has no such link any more. An undefined field stays
   * unchanged. Refuses `conflict` as `add` does.
   */
  sharePage(
    page: Pick<SharedReport, 'userId' | 'token'> & {
      readonly linkId: string;
      readonly passwordHash: string | null | undefined;
      readonly showsMoney: boolean | undefined;
    },
  ): Promise<SharedReport | null>;
  /** Closes the page for good; without effect when there is none. */
  revokePage(userId: string, linkId: string): Promise<void>;
  /** Adds the views that are not of the report's own account. */
  addViews(views: readonly View[], at: Date): Promise<void>;
};

/** What the use cases of shared reports take. */
export type SharedReportPorts = AnalyticsPorts & {
  readonly reportsShared: SharedReports;
  readonly domains: Pick<OwnDomains, 'proven'>;
  readonly passwords: Pick<Passwords, 'hash'>;
  /** Checks visitors' attempts, and limits them. */
  readonly checkPassword: ReturnType<typeof sharedPassword>;
  readonly bans: Pick<Bans, 'isBanned'>;
  readonly proofs: {
    /** A signature of the text, of letters and digits. */
    sign(text: string): string;
    isSigned(text: string, signature: string): boolean;
  };
  /** The JPEG of an account's own logo; null when it has none. */
  readonly logoOf: (userId: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  readonly randomBytes: RandomBytes;
};
