import type { Folder, Tag } from '#contract/labels';
import type { UtmTemplate } from '#contract/utm-templates';
import type { AccountList } from '#core/shared/account-list';

/** What the use cases of links take. */
export type LinkPorts = {
  /** By name without case. A removed tag leaves its links. */
  readonly tags: AccountList<Tag>;
  /** By name without case. A removed folder leaves its links without one. */
  readonly folders: AccountList<Folder>;
  /** By name without case. */
  readonly utmTemplates: AccountList<UtmTemplate>;
};
