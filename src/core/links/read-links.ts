import { totalSorts } from '#contract/links/links';
import type { ExportFilter, LinkRanking, Page, PageQuery } from './link-filter.ts';
import { type LinkTotals, type ListedLink, listed, withTotals } from './link-totals.ts';
import { linkMissing, ownLink } from './own-link.ts';
import type { LinkPorts, Links } from './ports.ts';

/** Returns one link with its totals and labels. Refuses `not_found`, also for another owner's link. */
export async function getLink(
  ports: Pick<LinkPorts, 'links' | 'totals'>,
  userId: string,
  linkId: string,
): Promise<ListedLink> {
  return withTotals(ports, await ownLink(ports.links, userId, linkId));
}

const noRanking: LinkRanking = { linkIds: '', totals: '' };

/**
 * Returns one page of an account's links with their totals. While totals are unavailable, all of
 * them sort as equal.
 */
export async function pageLinks(
  { links, totals, clock }: Pick<LinkPorts, 'links' | 'totals' | 'clock'>,
  userId: string,
  query: PageQuery,
): Promise<Page<ListedLink>> {
  const by = totalSorts.find((sort) => sort === query.sort);
  const ranking = by && (await totals.ranking(userId, by));
  const asked = { ...query, at: new Date(clock.now()) };
  const page = await links.page(userId, asked, ranking ?? noRanking);
  const ids = page.items.map((link) => link.id);
  const [count, totalsById, labels, broken] = await Promise.all([
    page.count,
    totals.of(userId, ids),
    links.labelsOf(userId, ids),
    links.brokenOf(userId, ids),
  ]);
  const items = listed(page.items, { totals: totalsById, labels, broken });
  return { ...page, items, count };
}

/**
 * Refuses `invalid` when a filter has the id of a deleted link or of a link of another account, as actions on
 * many links do.
 */
export async function refuseMissing(
  { links }: { readonly links: Pick<Links, 'idsOf'> },
  userId: string,
  filter: ExportFilter,
): Promise<void> {
  if (filter.ids === undefined) return;
  let found = 0;
  for await (const ids of links.idsOf(userId, filter)) found += ids.length;
  if (found < filter.ids.length) throw linkMissing();
}

type TotalsById = Awaited<ReturnType<LinkTotals['of']>>;

/** Links that are read, held and written at a time: about 300 KB at most. */
const sliceLength = 25;

/**
 * All links of an account, or those that pass the filter, with their totals and labels, newest first, slice by slice. Reads only as
 * fast as the caller consumes, and keeps one slice of links and the totals of some hundred links in
 * memory. When the totals become unavailable, they are null to the end of the list and are not
 * requested again.
 */
export async function* listLinks(
  {
    links,
    totals,
  }: {
    readonly links: Pick<Links, 'idsOf' | 'some' | 'labelsOf' | 'brokenOf'>;
    readonly totals: LinkTotals;
  },
  userId: string,
  filter?: ExportFilter,
): AsyncGenerator<readonly ListedLink[]> {
  let areTotalsAway = false;
  for await (const ids of links.idsOf(userId, filter)) {
    const totalsById: TotalsById = areTotalsAway ? null : await totals.of(userId, ids);
    areTotalsAway = totalsById === null;
    const [labels, broken] = await Promise.all([
      links.labelsOf(userId, ids),
      links.brokenOf(userId, ids),
    ]);
    const about = { totals: totalsById, labels, broken };
    for (let start = 0; start < ids.length; start += sliceLength) {
      yield listed(await links.some(userId, ids.slice(start, start + sliceLength)), about);
    }
  }
}
