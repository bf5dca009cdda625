import { clickhouseLinkTotals } from '#adapters/clickhouse/analytics/link-totals';
import { logoName } from '#adapters/postgres/accounts/objects';
import { postgresPreviewPictures } from '#adapters/postgres/links/preview-pictures';
import { changePreviewPicture } from '#core/links/options/change-preview-picture';
import { changeLogo } from '#core/links/qr/change-logo';
import { ownChanges } from '#core/redirect/route-link';
import type { ApiParts } from '#roots/compose/api';
import { composePictures } from '#roots/compose/avatars';
import { entitlementOf } from '#roots/compose/billing';

/** The use cases of QR codes' logos and of previews' pictures. */
export function composeLinkPictures(parts: ApiParts) {
  const { sql, links, clickHouse, redirects, config } = parts;
  const { keeping, logos, painter, showPreview } = composePictures(parts);
  return {
    changeLogo: changeLogo({ ...keeping, logos, paint: painter.portrait }),
    hasLogo: async (userId: string) => (await logoName(sql, userId)) !== null,
    changePreviewPicture: changePreviewPicture({
      ...keeping,
      paint: painter.preview,
      previews: postgresPreviewPictures(sql),
      links,
      totals: clickhouseLinkTotals(clickHouse),
      cache: ownChanges(redirects.index),
      isEntitled: entitlementOf(config),
    }),
    showPreview,
  };
}
