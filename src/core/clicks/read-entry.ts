import { isScan } from '#core/links/qr/scan-url';
import type { RawVisit } from '#core/redirect/raw-visit';

/** How a visitor opened the short link: from a link, or with the camera from its QR code. */
export type Entry = { readonly entry: 'link' | 'qr' };

const fromLink: Entry = { entry: 'link' };
const fromCode: Entry = { entry: 'qr' };

/** Reads the mark in the short link's own query, which the address in a QR code has. */
export function readEntry({ query }: RawVisit): Entry {
  return isScan(query) ? fromCode : fromLink;
}
