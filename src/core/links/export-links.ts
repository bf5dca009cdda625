import type { ListLinksPorts } from './list-links.ts';
import { type ListedLink, listed } from './link-totals.ts';

export type ExportLinksPorts = Pick<ListLinksPorts, 'links' | 'totals'>;

/** All links of an account with their totals, newest first, slice by slice. */
export function exportLinks({ links, totals }: ExportLinksPorts) {
  return async function* (userId: string): AsyncGenerator<readonly ListedLink[]> {
    const totalsById = await totals.of(userId, 'all');
    for await (const slice of links.allOf(userId)) {
      yield listed(slice, totalsById);
    }
  };
}
