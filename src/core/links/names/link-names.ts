import type { LinkDomain } from '#core/links/link-domain';

/** The names of all accounts' links. */
export type LinkNames = {
  /**
   * Those of these folded names that no new link can have on the domain, because a link of any
   * account has or had them; `domain` null: on the instance's own short host.
   */
  takenNames(domain: LinkDomain | null, names: readonly string[]): Promise<ReadonlySet<string>>;
};
