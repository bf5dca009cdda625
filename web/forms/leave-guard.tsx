import { type RefObject, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/floating/dialog.tsx';

type LeaveGuardProps = {
  readonly isDirty: boolean;
  /** True once the changes are stored: leaving then loses nothing. */
  readonly isSaved?: RefObject<boolean> | undefined;
  /** For a form that can be closed without leaving the page. */
  readonly closing?: Closing;
};

/** A request to close a form with changes. */
type Closing = { readonly isAsked: boolean; onDiscard(): void; onKeep(): void };

/**
 * Asks for confirmation before unsaved changes are lost, because another page opens, the page is
 * reloaded, or the tab or the form is closed.
 */
export function LeaveGuard({ isDirty, isSaved, closing }: LeaveGuardProps) {
  return (
    <>
      {isDirty && <PageGuard isSaved={isSaved} />}
      {closing && (
        <DiscardQuestion
          isOpen={closing.isAsked}
          onDiscard={closing.onDiscard}
          onKeep={closing.onKeep}
        />
      )}
    </>
  );
}

/**
 * Blocks navigation. The router supports one guard at a time, so a form without changes must not
 * use one.
 */
function PageGuard({ isSaved }: Pick<LeaveGuardProps, 'isSaved'>) {
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
    <DiscardQuestion
      isOpen={blocker.state === 'blocked'}
      onDiscard={() => blocker.proceed?.()}
      onKeep={() => blocker.reset?.()}
    />
  );
}

type DiscardQuestionProps = { readonly isOpen: boolean; onDiscard(): void; onKeep(): void };

function DiscardQuestion({ isOpen, onDiscard, onKeep }: DiscardQuestionProps) {
  return (
    <Dialog
      title="Discard your changes?"
      description="Your changes have not been saved."
      isOpen={isOpen}
      onClose={onKeep}
    >
      <DialogActions>
        <Button onClick={onDiscard}>Discard</Button>
        <Button look="primary" autoFocus onClick={onKeep}>
          Keep editing
        </Button>
      </DialogActions>
    </Dialog>
  );
}
