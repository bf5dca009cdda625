import { useAtomValue } from 'jotai';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { accountAtom } from '#web/app/state/account.ts';
import { Button } from '#web/ui/button.tsx';
import { FullPage } from '#web/ui/full-page.tsx';

/** Loads the file of a page. */
export type LoadPage = () => Promise<{ readonly Component: ComponentType }>;

const retryMs = 5000;
/** A document reloads itself at this age at the earliest, so that reloads that do not help are rare. */
const youngestReloadMs = 60_000;
const longestAnswerMs = 10_000;

/** Replaces a page whose file could not be loaded, until a retry succeeds. */
export function PageNotLoaded({ load }: { readonly load: LoadPage }) {
  const [Page, setPage] = useState<ComponentType | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isInShell = useAtomValue(accountAtom).kind === 'in';
  const retry = useCallback(
    async (mayReload: boolean) => {
      const loaded = await load().catch(() => null);
      if (loaded) setPage(() => loaded.Component);
      // Some browsers cache the failed import. Only a reload loads the file again.
      else if (mayReload && (await isServed(window.location.href))) window.location.reload();
    },
    [load],
  );
  useEffect(() => {
    if (Page) return undefined;
    const listener = () => void retry(true);
    window.addEventListener('online', listener);
    const timer = setInterval(() => void retry(performance.now() > youngestReloadMs), retryMs);
    return () => {
      window.removeEventListener('online', listener);
      clearInterval(timer);
    };
  }, [retry, Page]);
  const press = async () => {
    setIsBusy(true);
    await retry(true);
    setIsBusy(false);
  };

  if (Page) return <Page />;
  return (
    <FullPage
      sign="..."
      title={navigator.onLine ? 'This page could not be loaded' : 'You are offline'}
      text="The page opens automatically when the connection is back."
      isInShell={isInShell}
    >
      <Button look="primary" isBusy={isBusy} onClick={() => void press()}>
        Try again
      </Button>
    </FullPage>
  );
}

/**
 * Whether the server answers this address. While it does not, a reload would end in the browser's
 * error page.
 */
async function isServed(url: string): Promise<boolean> {
  const answer = await fetch(url, {
    cache: 'no-store',
    signal: AbortSignal.timeout(longestAnswerMs),
  }).catch(() => null);
  return answer !== null && answer.status < 500;
}
