import { Link2 } from 'lucide-react';
import { BackToLinks } from './back-to-links.tsx';

/** Replaces a page about one link when that link is missing. */
export function NoLink() {
  return (
    <BackToLinks
      heading="Link not found"
      icon={<Link2 />}
      title="There is no such link"
      text="It may have been deleted, or it belongs to another account."
    />
  );
}
