import { useAtomValue } from 'jotai';
import { useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { wholeNumber, withoutScheme } from '#web/format.ts';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { useDebounced } from '#web/ui/browser/use-debounced.ts';
import { linksPageQuery } from '#web/features/links/links.ts';
import { paths } from '#web/paths.ts';
import { storedUrl, type LinkValues } from './link-form.ts';

/** Says that the typed destination already has a short link. */
export function SameDestination() {
  const typed = useWatch<LinkValues, 'originalUrl'>({ name: 'originalUrl' });
  const destination = storedUrl(useDebounced(typed ?? ''));
  return destination === null ? null : <Earlier destination={destination} />;
}

function Earlier({ destination }: { readonly destination: string }) {
  const { data } = useAtomValue(linksPageQuery({ limit: '1', destination }));
  const keepQuery = useKeepQuery();
  const [link] = data?.items ?? [];
  if (data === undefined || link === undefined) return null;
  const others = data.total - 1;
  return (
    <p role="status" className="-mt-1 text-sm text-muted">
      You shortened this destination before:{' '}
      <RouterLink
        to={keepQuery(paths.linkOf(link.id))}
        className="rounded-sm font-medium text-accent-text hover:underline"
      >
        {withoutScheme(link.shortUrl)}
      </RouterLink>
      {others > 0 && ` and ${wholeNumber(others)} more`}
    </p>
  );
}
