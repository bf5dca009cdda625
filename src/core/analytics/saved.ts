import type { Annotation, SavedStatement, SavedView } from '#contract/analytics/saved';
import type { AccountList } from '#core/shared/account-list';

/** Storage of what an account saves in analytics. */
export type SavedPorts = {
  /** Oldest first. */
  readonly views: AccountList<SavedView>;
  /** By day. */
  readonly annotations: AccountList<Annotation>;
  /** Oldest first. */
  readonly statements: AccountList<SavedStatement>;
};
