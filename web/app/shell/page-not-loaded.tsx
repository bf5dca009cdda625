import { useAtomValue } from 'jotai';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { accountAtom } from '#web/features/account/account.ts';
import { Button } from '#web/ui/button.tsx';
import { FullPage } from './full-page.tsx';

/** Loads the file of a page. */
export type LoadPage = () => Promise<{ readonly Component: ComponentType }>;

/** Replaces a page whose file could not be loaded, until a retry succeeds. */
export function PageNotLoaded({ load }: { readonly load: LoadPage }) {
  const [Page, setPage] = useState<ComponentType | null>(null);
  const isInShell = useAtomValue(accountAtom).kind === 'in';
  const retry = useCallback(async () => {
    try {
      const { Component } = await load();
      setPage(() => Component);
    } catch {
      // Some browsers cache the failed import. Only a reload loads the file again.
      if (navigator.onLine) window.location.reload();
    }
  }, [load]);
  useEffect(() => {
    const listener = () => void retry();
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, [retry]);

  if (Page) return <Page />;
  return (
    <FullPage
      sign="..."
      title={navigator.onLine ? 'This page could not be loaded' : 'You are offline'}
      text="The page opens automatically when the connection is back."
      isInShell={isInShell}
    >
      <Button look="primary" onClick={() => void retry()}>
        Try again
      </Button>
    </FullPage>
  );
}
