import { useAtomValue } from 'jotai';
import { X } from 'lucide-react';
import { Link as RouterLink } from 'react-router';
import { linkName } from '#web/format.ts';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import { linkQuery } from './links.ts';
import { firstPages } from '#web/features/address/use-list-page.ts';

/** The link that the page is filtered by, with a button to show all links. */
export function LinkFilter({ linkId }: { readonly linkId: string }) {
  const { data: link } = useAtomValue(linkQuery(linkId));
  const searchParams = useAtomValue(searchParamsAtom);
  const all = new URLSearchParams(searchParams);
  for (const name of ['link', ...Object.keys(firstPages)]) all.delete(name);

  return (
    <span className="inline-flex h-9 max-w-full items-center gap-1 rounded-md border border-line bg-accent-soft pl-3 text-sm font-medium text-accent-text">
      <span dir="auto" className="truncate">
        {link ? linkName(link) : 'One link'}
      </span>
      <RouterLink
        to={{ search: all.toString() }}
        aria-label="Show all links"
        title="Show all links"
        className="grid size-8 shrink-0 place-items-center rounded-md hover:text-text"
      >
        <X aria-hidden className="size-4" />
      </RouterLink>
    </span>
  );
}
