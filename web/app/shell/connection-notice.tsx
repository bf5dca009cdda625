import { useAtomValue } from 'jotai';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { LiveText } from '#web/ui/live-text.tsx';
import { isConnectionLostAtom } from '#web/app/state/account.ts';

/** Shows a notice while the server cannot be reached. The screen below it stays. */
export function ConnectionNotice() {
  const isOnline = useSyncExternalStore(watchOnline, () => navigator.onLine);
  const isLost = useAtomValue(isConnectionLostAtom);
  return (
    <LiveText
      role="status"
      text={textOf(isOnline, isLost)}
      icon={<WifiOff aria-hidden className="size-4 text-bad" />}
      className="fixed bottom-4 left-1/2 z-50 -translate-x-1/2 empty:hidden"
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
