import { useSetAtom } from 'jotai';
import { showToastAtom } from '#web/app/state/toast.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { removePasswordAtom } from './server-login.ts';

type RemovePasswordDialogProps = { readonly isOpen: boolean; onClose(): void };

/** Asks for confirmation before the password is removed. */
export function RemovePasswordDialog({ isOpen, onClose }: RemovePasswordDialogProps) {
  const showToast = useSetAtom(showToastAtom);
  const removePassword = useSetAtom(removePasswordAtom);
  const [remove, isBusy] = useAction(async () => {
    await removePassword();
    onClose();
    showToast('ClickHouse password removed');
  }, 'Failed to remove the password');

  return (
    <Dialog title="Remove ClickHouse password" isOpen={isOpen} onClose={onClose}>
      <DialogBody>
        <p className="text-muted">
          Tools that sign in to ClickHouse with it stop working immediately. SQL in Waypost and API
          keys are not affected.
        </p>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" isBusy={isBusy} onClick={() => remove()}>
          {isBusy ? 'Removing...' : 'Remove'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
