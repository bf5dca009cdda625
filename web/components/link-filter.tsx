import { useAtomValue } from 'jotai';
import { X } from 'lucide-react';
import { Link as RouterLink } from 'react-router';
import { withoutScheme } from '#web/format.ts';
import { linksQuery } from '#web/state/links.ts';

type LinkFilterProps = {
  readonly linkId: string;
  /** Where the same is told of all links. */
  readonly allPath: string;
};

/** The one link that the page is about, and the way back to all of them. */
export function LinkFilter({ linkId, allPath }: LinkFilterProps) {
  const { data } = useAtomValue(linksQuery);
  const link = data?.find(({ id }) => id === linkId);
  return (
    <span className="inline-flex h-9 max-w-full items-center gap-1 rounded-md border border-line bg-accent-soft pl-3 text-sm font-medium text-accent-text">
      <span className="truncate">{link ? withoutScheme(link.shortUrl) : 'One link'}</span>
      <RouterLink
        to={allPath}
        aria-label="Show all links"
        title="Show all links"
        className="grid size-8 shrink-0 place-items-center rounded-md hover:text-text"
      >
        <X aria-hidden className="size-4" />
      </RouterLink>
    </span>
  );
}
