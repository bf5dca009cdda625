import { useStore } from 'jotai';
import { type RefObject, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { isLeftForOtherAtom } from '#web/app/state/account.ts';
import { DiscardQuestion } from '#web/ui/floating/dialog.tsx';

type PageGuardProps = {
  /** True once the changes are stored: leaving then loses nothing. */
  readonly isSaved?: RefObject<boolean> | undefined;
};

type LeaveGuardProps = PageGuardProps & { readonly isDirty: boolean };

/**
 * Asks for confirmation before unsaved changes are lost, because another page opens, the page is
 * reloaded, or the tab is closed.
 */
export function LeaveGuard({ isDirty, isSaved }: LeaveGuardProps) {
  return isDirty && <PageGuard isSaved={isSaved} />;
}

/**
 * Blocks navigation. The router supports one guard at a time, so a form without changes must not
 * use one.
 */
function PageGuard({ isSaved }: PageGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isSaved?.current && currentLocation.pathname !== nextLocation.pathname,
  );
  const store = useStore();
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      const isAsked = !isSaved?.current && !store.get(isLeftForOtherAtom);
      if (isAsked) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSaved, store]);

  return (
    blocker.state === 'blocked' && (
      <DiscardQuestion onDiscard={() => blocker.proceed()} onKeep={() => blocker.reset()} />
    )
  );
}
