import { FullPage } from '#web/components/full-page.tsx';
import { usePageTitle } from '#web/components/use-page-title.ts';
import { paths } from '#web/paths.ts';
import { buttonClasses } from '#web/ui/button.tsx';

/** There is nothing at this address. */
export function NotFoundPage() {
  usePageTitle('404');
  return (
    <FullPage
      sign="404"
      title="404 Page Not Found"
      text="There is no page at this address. It may have moved, or the link to it is wrong."
    >
      <a href={paths.home} className={buttonClasses('primary')}>
        Go home
      </a>
    </FullPage>
  );
}
