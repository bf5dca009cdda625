import { focusManager } from '@tanstack/query-core';
import { getDefaultStore, useAtomValue, useSetAtom } from 'jotai';
import { StrictMode, useEffect, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Screens } from './routes.tsx';
import { clientAtom } from '#web/app/state/client.ts';
import { watchRemovals } from '#web/app/state/query-atom.ts';
import { followSessionAtom, isConnectionLostAtom } from '#web/app/state/account.ts';
import { shownThemeAtom } from '#web/app/state/theme.ts';
import { closeToastAtom, toastsAtom } from '#web/app/state/toast.ts';
import { lazy, loadAfterFirstGesture } from '#web/app/state/lazy.tsx';
import { WifiOff } from 'lucide-react';
import { LiveText } from '#web/ui/texts/live-text.tsx';

const Toasts = lazy(
  async () => (await import('#web/ui/floating/toast.tsx')).Toasts,
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

// Without it, as on plain http, the app only has no page of its own while the device is offline.
if (!IS_DEVELOPMENT) {
  void navigator.serviceWorker?.register('/service-worker.js').catch(() => null);
}
if (IS_DEVELOPMENT) void import('./reload.ts').then(({ reloadAfterBuilds }) => reloadAfterBuilds());

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

/** Shows a notice while the server cannot be reached. The screen below it stays. */
function ConnectionNotice() {
  const isOnline = useSyncExternalStore(watchOnline, () => navigator.onLine);
  const isLost = useAtomValue(isConnectionLostAtom);
  return (
    <LiveText
      role="status"
      text={textOf(isOnline, isLost)}
      icon={<WifiOff aria-hidden className="size-4 text-bad" />}
      className="fixed bottom-4 left-1/2 z-50 -translate-x-1/2 empty:hidden max-md:bottom-20"
      textClassName="rise flex items-center gap-2.5 rounded-full border border-line bg-raised py-2.5 pr-5 pl-4 font-medium whitespace-nowrap shadow-float"
    />
  );
}

function textOf(isOnline: boolean, isLost: boolean): string | null {
  if (!isOnline) return 'You are offline';
  return isLost ? 'Connection lost. Trying again...' : null;
}

function watchOnline(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
