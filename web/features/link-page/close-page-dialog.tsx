import { useSetAtom } from 'jotai';
import type { SubmitEvent } from 'react';
import { useAction } from '#web/forms/use-action.ts';
import { Dialog, DialogForm } from '#web/ui/floating/dialog.tsx';
import { closePageAtom } from './public-page.ts';

type ClosePageDialogProps = {
  readonly linkId: string;
  readonly isOpen: boolean;
  onClose(): void;
};

/** Asks for confirmation before a public page is closed and its address lost. */
export function ClosePageDialog({ linkId, isOpen, onClose }: ClosePageDialogProps) {
  const closePage = useSetAtom(closePageAtom);
  const [close, isBusy] = useAction(async () => {
    await closePage(linkId);
    onClose();
  }, 'Failed to close the public page');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    close();
  };
  return (
    <Dialog title="Close the public page?" isOpen={isOpen} onClose={onClose}>
      <DialogForm
        label="Close page"
        busyLabel="Closing..."
        look="danger"
        isBusy={isBusy}
        onSubmit={submit}
        onCancel={onClose}
      >
        <p className="text-muted">
          Its address stops working and is never used again. A page that you open later has a new
          address.
        </p>
      </DialogForm>
    </Dialog>
  );
}
