import type { ConversionPosition } from './conversion.ts';
import { ownLink, type OwnLinks } from '#core/links/own-link';
import type { Paged } from '#core/shared/page';
import type { ListedConversion } from './conversion.ts';
import type { OwnConversions, WantedConversions } from './ports.ts';

type ReadPorts = {
  readonly conversions: Pick<OwnConversions, 'page'>;
  readonly links: OwnLinks;
  readonly erasures: { pendingLinkIds(userId: string): Promise<readonly string[]> };
};

/** One page of an account's conversions. Refuses `not_found` for a link of another account. */
export async function pageConversions(
  { conversions, links, erasures }: ReadPorts,
  userId: string,
  wanted: WantedConversions,
): Promise<Paged<ListedConversion, ConversionPosition>> {
  const [erasedLinkIds] = await Promise.all([
    erasures.pendingLinkIds(userId),
    ...wanted.linkIds.map((linkId) => ownLink(links, userId, linkId)),
  ]);
  return conversions.page(userId, { ...wanted, erasedLinkIds });
}
