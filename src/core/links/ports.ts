import type { Folder, Tag } from '#contract/links/labels';
import type { TotalSort } from '#contract/links/links';
import type { LinkDefaults, LinkDefaultsChanges } from '#contract/accounts/settings';
import type { UtmTemplate } from '#contract/links/utm-templates';
import type { Passwords } from '#core/accounts/passwords/passwords';
import type { ObjectKey, Paint, PicturePorts } from '#core/accounts/pictures/ports';
import type { Entitlement, Subscriber } from '#core/billing/entitlement';
import type { AccountList } from '#core/shared/account-list';
import type { NewId, RandomBytes } from '#core/shared/ids';
import type { Clock } from '#core/shared/time';
import type { BulkRun, BulkStep, NewBulk, SelectionAt } from './bulk.ts';
import type { LinkRules } from './check-link.ts';
import type { OwnDomains } from './choose-domain.ts';
import type { FileRow, ImportRun } from './imports/import-run.ts';
import type { ChosenMapping, ImportExcerpt, ProblemRow } from './imports/own-imports.ts';
import type { ImportStep, PlanSlice } from './imports/run-import.ts';
import type { BrokenDestination } from './health/destination-check.ts';
import type { LinkLabels, RefusedLabels, WantedLabels } from './labels.ts';
import type { LinkCache, NamedLink } from './link-cache.ts';
import type { LinkNames } from './names/link-names.ts';
import type { ExportFilter, FilterAt, LinkRanking, PageQuery, ReadPage } from './link-filter.ts';
import type { LinkTotals } from './link-totals.ts';
import type { FilledField, Link, LinkChange, TestNames } from './link.ts';
import type { OwnLinks } from './own-link.ts';

/** The owner of links, and what they have paid for. */
export type Owner = Subscriber & { readonly id: string };

/** A link before the database has numbered it, without its labels. */
export type NewLink = Omit<Link, FilledField | 'updatedAt'>;

/** A change of one link by its owner. */
export type LinkEdit = {
  readonly userId: string;
  readonly linkId: string;
  readonly change: LinkChange;
  /**
   * The link's version when the change was checked. Without it, the change applies to any version.
   */
  readonly version?: number;
  /** Absent labels stay as they are. */
  readonly labels?: WantedLabels;
  /** True: new destinations, as many as before, correct the running split test. */
  readonly continuesTest?: boolean;
  readonly testNames?: TestNames | undefined;
  readonly at: Date;
};

/** The result of adding a link. */
export type AddedLink =
  | { readonly kind: 'added'; readonly named: NamedLink }
  | { readonly kind: 'alias_taken' | 'external_id_taken' | 'code_taken' | 'domain_gone' }
  | { readonly kind: 'full'; readonly mostLinks: number }
  | RefusedLabels;

/** The result of an edit. */
export type ChangedLink =
  | { readonly kind: 'changed'; readonly named: NamedLink }
  | { readonly kind: 'alias_taken' | 'external_id_taken' | 'alias_limit' | 'domain_gone' }
  /** The link has another version than the edit is made for. */
  | { readonly kind: 'outdated' }
  | { readonly kind: 'missing' }
  | RefusedLabels;

/** The stored links of all accounts. Each call sees those of one account. */
export type Links = OwnLinks &
  LinkNames & {
    /**
     * Adds the link, its names, its labels and the names of its test's destinations, all or nothing.
     * Names of labels are compared without case; unknown ones become labels of the account. A label
     * that has just been deleted is left out. A name of a link, once given, belongs to it for ever;
     * names are compared in lower case, codes and aliases together. Each domain has a namespace of its
     * own; a code is a name on the link's domain and on the short host. The database holds them, so
     * of simultaneous requests for a name exactly one is granted. An account never has more than
     * `mostLinks` links, even with concurrent calls.
     */
    add(link: NewLink, labels?: WantedLabels, testNames?: TestNames): Promise<AddedLink>;
    /**
     * Changes the owner's link and raises its version, in one transaction. Other destinations of
     * the split test raise `splitVersion` too, unless the edit continues the test. An alias that this
     * link once had may be set again; every other known name is taken. A replaced alias stays with
     * the link, and so do its names on a former domain; a link that has had `mostAliases` aliases gets
     * no further one. Names of labels that the account does not have become its labels, unless the
     * change is refused. A label that has just been deleted is left out.
     */
    change(edit: LinkEdit): Promise<ChangedLink>;
    /**
     * Removes the owner's link and requests, in the same transaction, the erasure of all its events.
     * Its names are never given again. With `seen`, only in that edition. False: no such link.
     */
    remove(userId: string, linkId: string, seen?: number): Promise<boolean>;
    /** The id of the account's link with this external id; null when there is none. */
    idOfExternal(userId: string, externalId: string): Promise<string | null>;
    /** The ids of the account's links (that pass the filter), newest first, some hundreds at a time. */
    idsOf(userId: string, filter?: ExportFilter): AsyncIterable<readonly string[]>;
    /** The account's links with these ids, in the same order, without missing ones. */
    some(userId: string, linkIds: readonly string[]): Promise<readonly Link[]>;
    /**
     * One page of the account's links. Links that are added or removed between two pages neither
     * repeat nor hide others. Names and addresses sort without case, and a missing title sorts as an
     * empty one; equal keys sort by id. A sort by a total uses `ranking`; links that are not in it
     * have a total of 0.
     */
    page(userId: string, query: PageQuery & FilterAt, ranking: LinkRanking): Promise<ReadPage>;
    /**
     * The labels of these links of the account, by link id. Links without labels, and links of other
     * accounts, may be missing.
     */
    labelsOf(userId: string, linkIds: readonly string[]): Promise<ReadonlyMap<string, LinkLabels>>;
    /** The first field with an id that is none of the account's labels; null when there is none. */
    missingLabels(userId: string, wanted: WantedLabels): Promise<RefusedLabels['field'] | null>;
    /** The broken destinations of these links of the account, by link id; links without one are missing. */
    brokenOf(
      userId: string,
      linkIds: readonly string[],
    ): Promise<ReadonlyMap<string, readonly BrokenDestination[]>>;
  };

/** The accounts' defaults for new links. */
export type KeptDefaults = {
  /** The account's own defaults; null when it has never set them. */
  of(userId: string): Promise<LinkDefaults | null>;
  /** Stores the given fields. `undefined` leaves a field as it is, or makes it the usual one. */
  keep(userId: string, change: LinkDefaultsChanges): Promise<void>;
};

/** The lists with which an account organises its links. */
export type LabelPorts = {
  /** By name without case. A removed tag leaves its links. */
  readonly tags: AccountList<Tag>;
  /** By name without case. A removed folder leaves its links without one. */
  readonly folders: AccountList<Folder>;
  /** By name without case. */
  readonly utmTemplates: AccountList<UtmTemplate>;
};

/** What the use cases of links take. */
export type LinkPorts = {
  readonly links: Links;
  readonly totals: LinkTotals & {
    /** One total of all links of the account; null when the numbers are not available now. */
    ranking(userId: string, by: TotalSort): Promise<LinkRanking | null>;
  };
  readonly defaults: KeptDefaults;
  readonly domains: OwnDomains;
  readonly cache: LinkCache;
  readonly rules: LinkRules;
  readonly isEntitled: Entitlement;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
};

/** The bulk actions of all accounts. */
export type BulkActions = {
  /**
   * Stores the action and the ids of its links, so that another process can finish it. `full`:
   * `mostUnfinished` actions have not ended; `spent`: the actions of a day have chosen very many links;
   * `other_count`: another number of links is chosen.
   */
  open(
    bulk: NewBulk,
    selection: SelectionAt,
  ): Promise<
    | { readonly kind: 'opened'; readonly run: BulkRun }
    | { readonly kind: 'full' | 'spent' }
    | { readonly kind: 'other_count'; readonly count: number }
  >;
  /** The account's action; null when it has none with this id. */
  find(userId: string, bulkId: string): Promise<BulkRun | null>;
  /**
   * Cancels a waiting action, or begins to undo one that runs or is done. `undone`: also when it was
   * before. `late`: the time for an undo is over, or it already deletes links.
   */
  undo(userId: string, bulkId: string, at: Date): Promise<'undone' | 'late' | 'missing'>;
  /** The unfinished actions that are due, the oldest first. */
  due(at: Date): Promise<readonly string[]>;
  /**
   * Does or undoes the next slice of the action in one short transaction, which also stores the
   * progress of the action. A kill between two slices therefore neither repeats nor leaves out a
   * link.
   */
  step(bulkId: string, at: Date): Promise<BulkStep>;
  /**
   * Deletes actions that ended before `actions`, and the stored previous values of those that ended
   * before `undo`.
   */
  forget(times: { readonly actions: Date; readonly undo: Date }): Promise<void>;
};

/** What the use cases of bulk actions take. */
export type BulkPorts = Pick<LinkPorts, 'isEntitled' | 'clock' | 'newId'> & {
  readonly bulk: BulkActions;
  /** Begins the action in the background; resolves when it has ended or takes longer. */
  readonly begin: (bulkId: string) => Promise<void>;
  readonly links: Pick<Links, 'missingLabels'>;
  readonly cache: Pick<LinkCache, 'revise' | 'remove'>;
};

/** The stored imports of all accounts, shared by all instances. */
export type Imports = {
  /**
   * Stores the import, and deletes the account's others that have not started and the oldest of
   * those that ended. `running`: another import of the account adds links; `full`: unfinished
   * imports have too many rows.
   */
  open(run: ImportRun): Promise<'opened' | 'running' | 'full'>;
  /** Adds slices of rows; false when the import is gone. */
  addSlices(
    importId: string,
    firstPlace: number,
    slices: readonly (readonly FileRow[])[],
  ): Promise<boolean>;
  /** Ends the upload of an import with this many rows; null when the import is gone. */
  close(importId: string, rows: number): Promise<ImportRun | null>;
  /** Deletes an import and its rows. */
  remove(userId: string, importId: string): Promise<boolean>;

  /** The account's import; null when it has none with this id. */
  find(userId: string, importId: string): Promise<ImportRun | null>;
  /** The account's imports, the latest first. */
  list(userId: string): Promise<readonly ImportRun[]>;
  /**
   * The first rows of the file, while it is stored, with long cells cut, and the first rows with a
   * problem.
   */
  excerpt(importId: string): Promise<ImportExcerpt>;
  /** All rows with a problem, in the order of the file, a slice at a time. */
  problemRows(importId: string): AsyncGenerator<readonly ProblemRow[], void, void>;

  /** Begins the dry run of an import that has not started, from its first row. */
  check(userId: string, importId: string, chosen: ChosenMapping): Promise<boolean>;
  /** Starts an import whose dry run has ended. */
  start(userId: string, importId: string): Promise<boolean>;
  /** Cancels an import that has not ended. A running one ends after its current slice. */
  cancel(userId: string, importId: string, at: Date): Promise<boolean>;

  /** The imports of all accounts that are to be checked or run, the oldest first. */
  due(): Promise<readonly string[]>;
  /** The account of an import that is to be checked or run; null when it is not. */
  ownerOf(importId: string): Promise<Owner | null>;
  /**
   * Checks or adds the next slice in one short transaction, which also stores the outcome of each
   * row. A kill between two slices therefore neither repeats nor leaves out a row.
   */
  step(importId: string, at: Date, plan: PlanSlice): Promise<ImportStep>;
  /** Deletes imports by their age. */
  forget(before: {
    readonly uploading: Date;
    readonly waiting: Date;
    readonly ended: Date;
  }): Promise<void>;
};

/** What the use cases of imports take. */
export type ImportPorts = Pick<
  LinkPorts,
  'defaults' | 'domains' | 'rules' | 'isEntitled' | 'clock' | 'newId' | 'randomBytes'
> & {
  readonly imports: Imports;
  /** Begins the import's work in the background; resolves when it has ended or takes longer. */
  readonly begin: (importId: string) => Promise<void>;
  /** Removes the protection against formulas that cells of our own exports have. */
  readonly plainCell: (text: string) => string;
  readonly cache: Pick<LinkCache, 'put'>;
};

/** The pictures of accounts' QR codes and of link previews. */
export type LinkPictures = {
  /** Whether the account has a logo of its own. */
  hasLogo(userId: string): Promise<boolean>;
  /**
   * In one transaction: makes the draft the account's logo, and schedules the removal of the
   * former one. Null removes the logo. False: the account is gone.
   */
  publishLogo(userId: string, key: ObjectKey | null, at: Date): Promise<boolean>;
  /**
   * In one transaction: makes the draft the picture of the link's previews, and schedules the
   * removal of the former one. Null removes it. Returns null when the link is gone.
   */
  publishPreview(
    of: { readonly userId: string; readonly linkId: string },
    key: ObjectKey | null,
    at: Date,
  ): Promise<NamedLink | null>;
};

/** What the use cases of these pictures take. */
export type LinkPicturePorts = Pick<
  LinkPorts,
  'links' | 'totals' | 'cache' | 'isEntitled' | 'clock' | 'randomBytes'
> &
  Pick<PicturePorts, 'objects' | 'store'> & {
    readonly pictures: LinkPictures;
    /** The result is square, and at most 512 px a side. */
    readonly paintLogo: Paint;
    /** The result has at most 1,200 px a side. */
    readonly paintPreview: Paint;
  };
