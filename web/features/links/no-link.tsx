import { Link2 } from 'lucide-react';
import { ApiError } from '#web/api-error.ts';
import { BackToLinks } from './back-to-links.tsx';

/** Whether the server has no such link, or not for this account. */
export function isMissing(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
}

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
