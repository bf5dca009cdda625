import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import type { Link } from '#web/api.ts';
import { wholeNumber } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { screens } from '#web/screens.ts';
import { changedSearchParams, searchParamsAtom } from '#web/app/state/search-params.ts';
import { firstPages } from '#web/features/address/use-list-page.ts';
import { classNames } from '#web/ui/class-names.ts';

/** The parts of a link's page. */
const parts = ['link', 'linkSources', 'linkClicks', 'linkConversions', 'linkSettings'] as const;

export type LinkPart = (typeof parts)[number];

type TabsProps = {
  readonly id: string;
  readonly part: LinkPart;
  readonly link: Link | undefined;
};

/** Links to the parts. They keep the range and the filters. */
export function LinkTabs({ id, part, link }: TabsProps) {
  const searchParams = changedSearchParams(useAtomValue(searchParamsAtom), firstPages);
  const search = searchParams.size === 0 ? '' : `?${searchParams}`;
  const current = useRef<HTMLAnchorElement>(null);
  // On phones the tabs scroll sideways. Their line is `relative`: otherwise the words that are hidden
  // there would widen the page.
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [part]);
  return (
    <nav
      aria-label="Parts of the link"
      className="relative -mx-4 -mt-1 flex gap-1 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] md:mx-0 md:px-0"
    >
      {parts.map((each) => (
        <RouterLink
          key={each}
          ref={each === part ? current : undefined}
          to={`${paths.linkPartOf(each, id)}${search}`}
          aria-current={each === part ? 'page' : undefined}
          className={classNames(
            '-mb-px flex shrink-0 items-center gap-1.5 rounded-t-sm border-b-2 px-2.5 py-2 font-medium -outline-offset-2 transition-colors touch',
            each === part
              ? 'border-accent-line text-text'
              : 'border-transparent text-muted hover:text-text',
          )}
        >
          {nameOf(each)}
          <Count part={each} link={link} />
        </RouterLink>
      ))}
    </nav>
  );
}

function nameOf(part: LinkPart): string {
  return part === 'link' ? 'Overview' : screens[part].title;
}

/** How many there are over all time. */
function Count({ part, link }: Pick<TabsProps, 'part' | 'link'>) {
  if (!link) return null;
  const counts: Partial<Record<LinkPart, number | null>> = {
    linkClicks: link.totalClicks,
    linkConversions: link.totalConversions,
  };
  const count = counts[part];
  return (
    typeof count === 'number' && (
      <span className="num text-xs font-normal text-faint">
        {wholeNumber(count)} <span className="max-md:sr-only">in all</span>
      </span>
    )
  );
}
