import { Link } from 'react-router';
import { usePageTitle } from '#web/components/use-page-title.ts';
import { paths } from '#web/paths.ts';
import { buttonClasses } from '#web/ui/button.tsx';

/** There is nothing at this address. */
export function NotFoundPage() {
  usePageTitle('404');
  return (
    <div className="grid min-h-[70dvh] place-content-center justify-items-center gap-2 p-6 text-center">
      <p
        aria-hidden
        className="num text-[88px] leading-none font-[650] tracking-tighter text-accent-text"
      >
        404
      </p>
      <h1 className="mt-2 text-2xl font-[650] tracking-tight">404: Page Not Found</h1>
      <p className="max-w-sm text-muted">
        There is no page at this address. It may have moved, or the link to it is wrong.
      </p>
      <Link to={paths.home} reloadDocument className={`${buttonClasses('primary')} mt-4`}>
        Go home
      </Link>
    </div>
  );
}
