import { useAtomValue } from 'jotai';
import { useRouteError } from 'react-router';
import { accountAtom } from './state/account.ts';
import { FullPage } from '#web/ui/full-page.tsx';
import { usePageTitle } from '#web/features/page/use-page-title.ts';
import { Button } from '#web/ui/button.tsx';

/** Replaces a page whose code has thrown an error. */
export function CrashPage() {
  const error = useRouteError();
  usePageTitle('Something went wrong');
  return (
    <FullPage
      sign=":("
      title="Something went wrong"
      isInShell={useAtomValue(accountAtom).kind === 'in'}
      text={`This page could not be displayed (${error instanceof Error ? error.name : 'unknown'}). Your links keep working.`}
    >
      <Button look="primary" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </FullPage>
  );
}
