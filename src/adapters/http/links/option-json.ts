import type { LinkOptions } from '#core/links/options/link-options';
import type { LinkRule } from '#core/links/options/link-rule';

/** A link's options as the API shows them. Nobody can read a password. */
export type OptionsJson = {
  readonly startsAt: string | null;
  readonly expiresAfterClicks: number | null;
  /** When the clicks reached the limit; null: not yet. */
  readonly clicksReachedAt: string | null;
  readonly expiredUrl: string | null;
  readonly hasPassword: boolean;
  readonly rules: readonly LinkRule[];
  readonly passQuery: boolean;
  readonly iosUrl: string | null;
  readonly iosFallbackUrl: string | null;
  readonly androidUrl: string | null;
  readonly androidFallbackUrl: string | null;
  readonly previewTitle: string | null;
  readonly previewText: string | null;
  /** The path of the preview's picture, a JPEG; null: none. */
  readonly previewPicture: string | null;
};

export function optionsJson(link: LinkOptions): OptionsJson {
  return {
    startsAt: link.startsAt?.toISOString() ?? null,
    expiresAfterClicks: link.expiresAfterClicks,
    clicksReachedAt: link.clicksReachedAt?.toISOString() ?? null,
    expiredUrl: link.expiredUrl,
    hasPassword: link.passwordHash !== null,
    rules: link.rules,
    passQuery: link.passQuery,
    iosUrl: link.iosUrl,
    iosFallbackUrl: link.iosFallbackUrl,
    androidUrl: link.androidUrl,
    androidFallbackUrl: link.androidFallbackUrl,
    previewTitle: link.previewTitle,
    previewText: link.previewText,
    previewPicture:
      link.previewPicture === null ? null : `/api/link-pictures/${link.previewPicture}.jpg`,
  };
}
