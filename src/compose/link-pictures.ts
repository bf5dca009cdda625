import { shortUrl } from '#adapters/http/links/link-json';
import type { Sql } from '#adapters/postgres/connect';
import { postgresLinkPictures } from '#adapters/postgres/links/link-pictures';
import { qrMatrix } from '#adapters/qr/matrix';
import { qrPainter } from '#adapters/qr/painter';
import type { PicturePorts } from '#core/accounts/pictures/ports';
import type { LinkPicturePorts, LinkPorts } from '#core/links/ports';
import type { DrawQrPorts } from '#core/links/qr/draw-qr';
import { composeLogo, type ObjectParts, paintPreview } from '#roots/compose/avatars';
import type { Origins } from '#roots/config/origins';

type Parts = ObjectParts & { readonly sql: Sql; readonly origins: Origins };

/** What the use cases of QR codes' logos and of previews' pictures take. */
export function linkPicturePorts(
  { sql }: Pick<Parts, 'sql'>,
  links: LinkPorts,
  { objects, store, paint }: PicturePorts,
): LinkPicturePorts {
  return {
    ...links,
    objects,
    store,
    paintLogo: paint,
    paintPreview,
    pictures: postgresLinkPictures(sql),
  };
}

/** The QR codes of links, with the account's picture or its own logo. */
export function qrPorts(parts: Parts, { links }: LinkPorts): DrawQrPorts {
  return {
    links,
    urlOf: (link) => shortUrl(link, parts.origins.shortUrl),
    encode: qrMatrix,
    paint: qrPainter(),
    logoOf: composeLogo(parts),
  };
}
