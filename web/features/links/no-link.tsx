import { Link2 } from 'lucide-react';
import { usePageTitle } from '#web/features/page/use-page-title.ts';
import { BackToLinks } from './back-to-links.tsx';

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
