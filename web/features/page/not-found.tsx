import { useAtomValue } from 'jotai';
import { FullPage } from '#web/ui/full-page.tsx';
import { usePageTitle } from './use-page-title.ts';
import { paths } from '#web/paths.ts';
import { accountAtom } from '#web/app/state/account.ts';
import { buttonClasses } from '#web/ui/button.tsx';

/** The 404 page, for addresses that do not exist for this person. */
export function NotFoundPage() {
  const { kind } = useAtomValue(accountAtom);
  usePageTitle('404');
  return (
    <FullPage
      sign="404"
      isInShell={kind === 'in'}
      title="404 Page Not Found"
      text="There is no page at this address. It may have moved, or the link may be wrong."
    >
      <div className="flex gap-2">
        <a href={paths.home} className={buttonClasses('primary')}>
          Go home
        </a>
        {kind === 'out' && (
          <a href={paths.login} className={buttonClasses('secondary')}>
            Sign in
          </a>
        )}
      </div>
    </FullPage>
  );
}
