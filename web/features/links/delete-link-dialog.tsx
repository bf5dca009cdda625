import { useSetAtom } from 'jotai';
import type { Link } from '#web/api.ts';
import { withoutScheme } from '#web/format.ts';
import { deleteLinkAtom } from './links.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';

type DeleteLinkDialogProps = {
  readonly link: Link | null;
  onClose(): void;
  /** Called after the dialog has closed, so that the page can react to the deletion. */
  onDeleted?(): void;
};

/** Asks for confirmation before a link and its data are deleted. */
export function DeleteLinkDialog({ link, onClose, onDeleted }: DeleteLinkDialogProps) {
  const showToast = useSetAtom(showToastAtom);
  const deleteLink = useSetAtom(deleteLinkAtom);
  const [remove, isBusy] = useAction(
    async (id: string) => {
      await deleteLink(id);
      onClose();
      onDeleted?.();
      showToast('Link deleted successfully');
    },
    (_, showErrorToast) => showErrorToast('Failed to delete link'),
  );

  return (
    <Dialog title="Delete Link" isOpen={link !== null} onClose={onClose}>
      {link && (
        <>
          <DialogBody>
            <p className="text-muted">
              <strong className="font-semibold wrap-anywhere text-text">
                {withoutScheme(link.shortUrl)}
              </strong>{' '}
              stops working immediately and is never reused. Its clicks and conversions are deleted.
              This cannot be undone.
            </p>
          </DialogBody>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="danger" isBusy={isBusy} onClick={() => remove(link.id)}>
              {isBusy ? 'Deleting...' : 'Delete'}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
