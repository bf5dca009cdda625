import { useSetAtom } from 'jotai';
import { useAction } from '#web/forms/use-action.ts';
import { Dialog, DialogQuestion } from '#web/ui/floating/dialog.tsx';
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
  return (
    <Dialog title="Close the public page?" isOpen={isOpen} onClose={onClose}>
      <DialogQuestion
        label="Close page"
        busyLabel="Closing..."
        isBusy={isBusy}
        onYes={close}
        onCancel={onClose}
      >
        Its address stops working and is never used again. A page that you open later has a new
        address.
      </DialogQuestion>
    </Dialog>
  );
}
