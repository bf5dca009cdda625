import { focusManager } from '@tanstack/query-core';
import { getDefaultStore, useAtomValue, useSetAtom } from 'jotai';
import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { ConnectionNotice } from './shell/connection-notice.tsx';
import { Screens } from './routes.tsx';
import { clientAtom } from './state/client.ts';
import { watchRemovals } from './state/query-atom.ts';
import { followSessionAtom } from './state/account.ts';
import { shownThemeAtom } from './state/theme.ts';
import { closeToastAtom, toastsAtom } from './state/toast.ts';
import { lazy, loadAfterFirstGesture } from './state/lazy.tsx';

const Toasts = lazy(
  async () => (await import('#web/ui/toast.tsx')).Toasts,
  ({ messages }) => messages.length > 0,
);

function App() {
  const theme = useAtomValue(shownThemeAtom);
  const messages = useAtomValue(toastsAtom);
  const closeToast = useSetAtom(closeToastAtom);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);

  return (
    <>
      <Screens />
      <ConnectionNotice />
      <Toasts messages={messages} onDismiss={closeToast} />
    </>
  );
}

// The bundler keeps what an entry exports in its file.
export * from './common.ts';

/** The page's Jotai store. Only this file names it; atoms and components receive it from Jotai. */
const store = getDefaultStore();
store.get(clientAtom).mount();
watchRemovals(store);
loadAfterFirstGesture();
store.set(followSessionAtom);
focusManager.setEventListener((onFocus) => {
  const listener = () => onFocus();
  window.addEventListener('focus', listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    window.removeEventListener('focus', listener);
    document.removeEventListener('visibilitychange', listener);
  };
});

if (IS_DEVELOPMENT) void import('./reload.ts').then(({ reloadAfterBuilds }) => reloadAfterBuilds());

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
