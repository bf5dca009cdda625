import { type RefObject, useEffect } from 'react';
import { useBlocker } from 'react-router';
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
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSaved?.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSaved]);

  return (
    blocker.state === 'blocked' && (
      <DiscardQuestion onDiscard={() => blocker.proceed()} onKeep={() => blocker.reset()} />
    )
  );
}
