import { type RefObject, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';

type LeaveGuardProps = {
  readonly isDirty: boolean;
  /** True once the changes are stored: leaving then loses nothing. */
  readonly isSaved: RefObject<boolean>;
  /** For a form that can be closed without leaving the page. */
  readonly closing?: Closing;
};

/** A form with changes that is asked to close. */
type Closing = { readonly isAsked: boolean; onDiscard(): void; onKeep(): void };

/**
 * Asks before unsaved changes are lost: by another page of the app, a reload, a closed tab, or
 * because the form is closed.
 */
export function LeaveGuard({ isDirty, isSaved, closing }: LeaveGuardProps) {
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

  const isBlocked = blocker.state === 'blocked';
  const keep = () => (isBlocked ? blocker.reset() : closing?.onKeep());
  const discard = () => (isBlocked ? blocker.proceed() : closing?.onDiscard());
  return (
    <Dialog
      title="Discard your changes?"
      description="Your changes have not been saved."
      isOpen={isBlocked || closing?.isAsked === true}
      onClose={keep}
    >
      <DialogActions>
        <Button onClick={discard}>Discard</Button>
        <Button look="primary" autoFocus onClick={keep}>
          Keep editing
        </Button>
      </DialogActions>
    </Dialog>
  );
}
