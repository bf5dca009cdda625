import { useRouteError } from 'react-router';
import { FullPage } from '#web/components/full-page.tsx';
import { usePageTitle } from '#web/components/use-page-title.ts';
import { Button } from '#web/ui/button.tsx';

/** A defect of ours, or a file of the app that could not be loaded: a fresh start mends both. */
export function CrashPage() {
  const error = useRouteError();
  usePageTitle('Something went wrong');
  return (
    <FullPage
      sign=":("
      title="Something went wrong"
      text={`This page could not be shown (${error instanceof Error ? error.name : 'unknown'}). Your links keep working.`}
    >
      <Button look="primary" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </FullPage>
  );
}
