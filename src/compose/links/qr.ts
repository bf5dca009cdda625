import { shortUrl } from '#adapters/http/links/link-json';
import type { Sql } from '#adapters/postgres/connect';
import type { Links } from '#core/links/ports';
import { qrMatrix } from '#adapters/qr/matrix';
import { qrPainter } from '#adapters/qr/painter';
import type { DrawQrPorts } from '#core/links/qr/draw-qr';
import type { Origins } from '#roots/config/origins';
import { composeLogo, type ObjectParts } from '#roots/compose/avatars';

/** The QR codes of links, with the account's picture or its own logo. */
export function composeQr(
  parts: ObjectParts & { readonly sql: Sql; readonly links: Links; readonly origins: Origins },
): DrawQrPorts {
  const { shortUrl: shortOrigin } = parts.origins;
  return {
    links: parts.links,
    urlOf: (link) => shortUrl(link, shortOrigin),
    encode: qrMatrix,
    paint: qrPainter(),
    logoOf: composeLogo(parts),
  };
}
