import { counted } from '#web/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/floating/dialog.tsx';

type DeleteLinksDialogProps = {
  /** The number of selected links. */
  readonly count: number;
  readonly isOpen: boolean;
  onDelete(): void;
  onClose(): void;
};

/** Asks for confirmation before several links and their data are deleted. */
export function DeleteLinksDialog({ count, isOpen, onDelete, onClose }: DeleteLinksDialogProps) {
  const remove = () => {
    onClose();
    onDelete();
  };
  return (
    <Dialog title="Delete Links" isOpen={isOpen} onClose={onClose}>
      <DialogBody>
        <p className="text-muted">
          <strong className="font-semibold text-text">{counted(count, 'link')}</strong> will be
          deleted with their clicks and conversions. Their short addresses stop working and are
          never reused. You can undo this for 10 seconds.
        </p>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" onClick={remove}>
          Delete {counted(count, 'link')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
