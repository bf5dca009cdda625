import type { Link } from './link.ts';

/** A link with its names other than its code. */
export type NamedLink = {
  readonly link: Link;
  /** Current and former aliases on the instance's own short host, folded to lower case. */
  readonly aliases: readonly string[];
  /** Names on custom domains (`nameOn`), current and former: the code as it is, aliases folded. */
  readonly domainNames: readonly string[];
};

/** A change of a link's state, without the rest of the link. */
export type LinkRevision = {
  readonly linkId: string;
  /** The version that the change replaced. */
  readonly from: number;
  readonly version: number;
  readonly isActive: boolean;
  readonly expiresAt: Date | null;
};

/**
 * The links by which this instance redirects. A writer applies its own change here after the commit
 * and before the response, so that the client sees the change at once.
 */
export type LinkCache = {
  /** Applies the link unless a later version is already there. */
  put(named: NamedLink): void;
  /** Applies the change when the link still has the version `from`; otherwise does nothing. */
  revise(revision: LinkRevision): void;
  /** The link stops redirecting at once. An unknown id is no error. */
  remove(linkId: string): void;
};
