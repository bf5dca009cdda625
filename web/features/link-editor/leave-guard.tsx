import { type RefObject, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';

type LeaveGuardProps = {
  readonly isDirty: boolean;
  /** True once the changes are stored: leaving then loses nothing. */
  readonly isSaved: RefObject<boolean>;
};

/** Asks before unsaved changes are lost: by another page of the app, a reload, or a closed tab. */
export function LeaveGuard({ isDirty, isSaved }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isSaved.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSaved.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty, isSaved]);

  return (
    <Dialog
      title="Discard your changes?"
      description="What you changed in this link is not stored yet."
      isOpen={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
    >
      <DialogActions>
        <Button onClick={() => blocker.proceed?.()}>Discard changes</Button>
        <Button look="primary" autoFocus onClick={() => blocker.reset?.()}>
          Keep editing
        </Button>
      </DialogActions>
    </Dialog>
  );
}
