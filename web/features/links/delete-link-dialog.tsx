import { useState } from 'react';
import type { Link } from '#web/api.ts';
import { withoutScheme } from '#web/format.ts';
import { deleteLink } from './links.ts';
import { tell, tellFailure } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';

type DeleteLinkDialogProps = { readonly link: Link | null; onClose(): void };

/** Asks once more before a link and its numbers go for good. */
export function DeleteLinkDialog({ link, onClose }: DeleteLinkDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const remove = async (id: string) => {
    setIsBusy(true);
    try {
      await deleteLink(id);
      onClose();
      tell('Link deleted successfully');
    } catch {
      tellFailure('Failed to delete link');
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Dialog title="Delete Link" isOpen={link !== null} onClose={onClose}>
      {link && (
        <>
          <DialogBody>
            <p className="text-muted">
              <strong className="font-semibold wrap-anywhere text-text">
                {withoutScheme(link.shortUrl)}
              </strong>{' '}
              stops working immediately, and its clicks and conversions are deleted. Its short
              address is never given to another link. This cannot be undone.
            </p>
          </DialogBody>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="danger" isBusy={isBusy} onClick={() => void remove(link.id)}>
              {isBusy ? 'Deleting...' : 'Delete'}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
