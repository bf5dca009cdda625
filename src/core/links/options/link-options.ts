import type { LinkOptionFields } from '#contract/links/link-fields';
import type { DeepReadonly } from '#contract/route';

/** Options of a link beyond its destination and its split test. */
export type LinkOptions = DeepReadonly<LinkOptionFields> & {
  /** Increases each time the link gets a click limit. The count then starts again at 0. */
  readonly clickLimitVersion: number;
  /** When the stored clicks reached the limit; null: not yet, or there is no limit. */
  readonly clicksReachedAt: Date | null;
  /** Argon2id; null: there is no password. */
  readonly passwordHash: string | null;
  /** The stored picture's name; null: none. */
  readonly previewPicture: string | null;
};

export type LinkRule = LinkOptions['rules'][number];

/** The options of a new link without any. */
export const noOptions: LinkOptions = {
  startsAt: null,
  expiresAfterClicks: null,
  clickLimitVersion: 0,
  clicksReachedAt: null,
  expiredUrl: null,
  passwordHash: null,
  rules: [],
  passQuery: false,
  iosUrl: null,
  iosFallbackUrl: null,
  androidUrl: null,
  androidFallbackUrl: null,
  previewTitle: null,
  previewText: null,
  previewPicture: null,
};
