import type { Link } from './link.ts';

/** A link with the names, beside its code, under which it is found. */
export type NamedLink = {
  readonly link: Link;
  /** Current and replaced aliases, folded to lower case. */
  readonly aliases: readonly string[];
};

/**
 * What this instance redirects by. A writer applies its own change here after the commit and before
 * it answers, so that whoever gets the answer sees the change.
 */
export type LinkCache = {
  /** Applies the link unless a later version of it is already there. */
  put(named: NamedLink): void;
  /** The link stops redirecting at once. An unknown id is no error. */
  remove(linkId: string): void;
};
