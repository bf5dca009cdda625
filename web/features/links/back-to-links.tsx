import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { PageHeader } from '#web/features/page/page-header.tsx';
import { paths } from '#web/paths.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { Link2 } from 'lucide-react';
import { usePageTitle } from '#web/features/page/use-page-title.ts';

type BackToLinksProps = {
  /** The page's heading, when it is not the screen's title. */
  readonly heading?: string;
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
};

/**
 * Replaces a page about links when there is none to show. It says why, and has a button to My
 * Links.
 */
export function BackToLinks({ heading, icon, title, text }: BackToLinksProps) {
  const keepQuery = useKeepQuery();
  return (
    <>
      <PageHeader {...(heading && { heading })} />
      <Card>
        <EmptyState
          icon={icon}
          title={title}
          text={text}
          action={
            <RouterLink to={keepQuery(paths.links)} className={buttonClasses('primary')}>
              My Links
            </RouterLink>
          }
        />
      </Card>
    </>
  );
}

/** Replaces a page about one link when that link is missing. */
export function NoLink() {
  const heading = 'Link not found';
  usePageTitle(heading);
  return (
    <BackToLinks
      heading={heading}
      icon={<Link2 />}
      title="There is no such link"
      text="It may have been deleted, or it belongs to another account."
    />
  );
}
