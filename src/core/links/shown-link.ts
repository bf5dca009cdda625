import type { LinkLabels } from './labels.ts';
import { shortUrlOf } from './link-domain.ts';
import type { Link } from './link.ts';

/** The address that every screen shows and copies. */
export function shortUrl(link: Link, shortOrigin: string): string {
  return shortUrlOf(shortOrigin, link.domain?.host ?? null, link.customAlias ?? link.shortCode);
}

/** A link as its owner sees it, without its numbers. Money is in cents. */
export function shownLink(link: Link, labels: LinkLabels, shortOrigin: string) {
  return {
    ...link,
    ...labels,
    version: link.edition,
    shortUrl: shortUrl(link, shortOrigin),
    domain: link.domain?.host ?? null,
    profitPerSale: link.profitPerSaleCents,
    hasPassword: link.passwordHash !== null,
    previewPicture:
      link.previewPicture === null ? null : `/api/link-pictures/${link.previewPicture}.jpg`,
  };
}
