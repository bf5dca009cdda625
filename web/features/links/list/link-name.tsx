import { useSetAtom } from 'jotai';
import { ExternalLink } from 'lucide-react';
import { Link as RouterLink } from 'react-router';
import type { Link } from '#web/api.ts';
import { withoutScheme } from '#web/format.ts';
import { shortOrigin } from '#web/instance.ts';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/class-names.ts';
import { CopyIcon } from '#web/ui/texts/copy-button.tsx';
import { MiddleCut } from '#web/ui/texts/middle-cut.tsx';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { LinkBadges } from './link-badges.tsx';
import { useKeepQuery } from '#web/features/address/keep-query.ts';

/**
 * A link in a list: its title, and the short link below it. A link without a title shows only its
 * short link. The name opens the link's own page.
 */
export function LinkName({ link }: { readonly link: Link }) {
  return (
    <div className="grid min-w-0 grow grid-cols-1 gap-0.5">
      <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-0.5">
        <LinkTitle link={link} />
        <LinkBadges link={link} />
      </span>
      {link.title && (
        <span className="text-sm text-muted">
          <MiddleCut text={withoutScheme(link.shortUrl)} />
        </span>
      )}
    </div>
  );
}

function LinkTitle({ link: { id, title, shortUrl } }: { readonly link: Link }) {
  const keepQuery = useKeepQuery();
  return (
    <RouterLink
      to={keepQuery(paths.linkOf(id))}
      title={title ?? undefined}
      dir="auto"
      className="max-w-full min-w-0 truncate rounded-sm font-semibold hover:text-accent-text hover:underline max-md:leading-[2.75rem]"
    >
      {title ?? <MiddleCut text={withoutScheme(shortUrl)} />}
    </RouterLink>
  );
}

/** A link in a list on one line: its title, short link and badges. What does not fit is cut. */
export function LinkNameLine({ link }: { readonly link: Link }) {
  const { title, shortUrl } = link;
  return (
    <span className="flex min-w-0 grow items-center gap-x-1.5">
      <LinkTitle link={link} />
      {title && (
        <span title={withoutScheme(shortUrl)} className="min-w-6 shrink-[99] truncate text-muted">
          {shortPath(shortUrl)}
        </span>
      )}
      <LinkBadges link={link} most={2} />
    </span>
  );
}

/** The short link without its host, when that is the instance's short host. */
function shortPath(shortUrl: string): string {
  const { origin, pathname } = new URL(shortUrl);
  return origin === shortOrigin ? pathname : withoutScheme(shortUrl);
}

type LinkIconsProps = { readonly link: Link; readonly className?: string };

/** Icons that copy and open the short link. */
export function LinkIcons({ link, className }: LinkIconsProps) {
  const copyText = useSetAtom(copyTextAtom);
  const short = withoutScheme(link.shortUrl);
  return (
    <span className={classNames('flex items-center gap-1', className)}>
      <CopyIcon
        label={`Copy ${short}`}
        className="size-8 touch-square"
        onCopy={() => copyText(link.shortUrl)}
      />
      <a
        href={link.shortUrl}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Open ${short} in a new tab`}
        title="Open in a new tab"
        className="grid size-8 shrink-0 touch-square place-items-center rounded-md text-muted transition-colors hover:bg-raised hover:text-text"
      >
        <ExternalLink aria-hidden className="size-4" />
      </a>
    </span>
  );
}
