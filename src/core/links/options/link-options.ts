import type { LinkRule } from './link-rule.ts';

/** What a link does at a visit beyond its destination and its split test. */
export type LinkOptions = {
  /** Before this time the link shows a page that says so; null: from the beginning. */
  readonly startsAt: Date | null;
  /**
   * The link expires after this many human clicks, counted from the time at which a limit was set;
   * null: never.
   */
  readonly expiresAfterClicks: number | null;
  /** Raised each time when a link gets a limit of clicks: its count begins again. */
  readonly clickLimitVersion: number;
  /** When the stored clicks reached the limit; null: not yet, or there is no limit. */
  readonly clicksReachedAt: Date | null;
  /** The destination of an expired link; null: a page says that it has expired. */
  readonly expiredUrl: string | null;
  /** Argon2id; null: there is no password. */
  readonly passwordHash: string | null;
  /** In the order in which they are tried. */
  readonly rules: readonly LinkRule[];
  /** Whether the destination gets the query parameters of the visited address. */
  readonly passQuery: boolean;
  /** For iPhones and iPads: a web address, or one with the app's own scheme. */
  readonly iosUrl: string | null;
  /** Where a device without the app goes; null: as if there was no app. */
  readonly iosFallbackUrl: string | null;
  readonly androidUrl: string | null;
  readonly androidFallbackUrl: string | null;
  /** What apps and networks show of the link; null as a whole: what the destination says. */
  readonly previewTitle: string | null;
  readonly previewText: string | null;
  /** The stored picture's name; null: none. */
  readonly previewPicture: string | null;
};

/** The options of a link for which nothing was chosen. */
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

/** The part that an owner sets; the database keeps the rest. */
export type OptionsChange = Partial<Omit<LinkOptions, 'clickLimitVersion' | 'clicksReachedAt'>>;
