import { X } from 'lucide-react';
import type { Link } from '#web/api.ts';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { IconButton } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { MiddleCut } from '#web/ui/middle-cut.tsx';
import { useAtomValue, useSetAtom } from 'jotai';
import { useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { wholeNumber, withoutScheme } from '#web/format.ts';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
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

/** The link that was created last, with a copy button. */
export function CreatedLink({ link, onDismiss }: { readonly link: Link; onDismiss(): void }) {
  const copyText = useSetAtom(copyTextAtom);
  return (
    <div
      role="status"
      className="flex items-center gap-3 rounded-b-[inherit] border-t border-line bg-accent-soft px-4 py-3"
    >
      <div className="grid min-w-0 grow">
        <span className="text-sm text-muted">Your short link is ready</span>
        <a
          href={link.shortUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="truncate rounded-sm text-lg font-semibold text-accent-text hover:underline"
        >
          <MiddleCut text={withoutScheme(link.shortUrl)} />
        </a>
      </div>
      <CopyButton key={link.id} onCopy={() => copyText(link.shortUrl)} />
      <IconButton label="Dismiss" onClick={onDismiss}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
