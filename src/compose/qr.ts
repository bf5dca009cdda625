import { shortUrl } from '#adapters/http/links/link-json';
import { postgresLinks } from '#adapters/postgres/links/links';
import { qrMatrix } from '#adapters/qr/matrix';
import { qrPainter } from '#adapters/qr/painter';
import { drawQr } from '#core/links/qr/draw-qr';
import type { ApiParts } from './api.ts';
import { composeLogo } from './avatars.ts';

/** The QR codes of links, with the account's picture as their logo. */
export function composeQr(parts: ApiParts): ReturnType<typeof drawQr> {
  const { shortUrl: shortOrigin } = parts.addresses;
  return drawQr({
    links: postgresLinks(parts.sql),
    addressOf: (link) => shortUrl(link, shortOrigin),
    encode: qrMatrix,
    paint: qrPainter(),
    logoOf: composeLogo(parts),
  });
}
