import { useSetAtom } from 'jotai';
import { type ApiKey, revokeAllApiKeysAtom, revokeApiKeyAtom } from './api-keys.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { useAction } from '#web/forms/use-action.ts';

/** What is to be revoked: one key, or all. */
export type Revoked = ApiKey | 'all';

type RevokeApiKeyDialogProps = { readonly revoked: Revoked | null; onClose(): void };

/** Asks for confirmation before a key, or every key, is revoked. */
export function RevokeApiKeyDialog({ revoked, onClose }: RevokeApiKeyDialogProps) {
  const showToast = useSetAtom(showToastAtom);
  const revokeApiKey = useSetAtom(revokeApiKeyAtom);
  const revokeAllApiKeys = useSetAtom(revokeAllApiKeysAtom);
  const [revoke, isBusy] = useAction(async (wanted: Revoked) => {
    await (wanted === 'all' ? revokeAllApiKeys() : revokeApiKey(wanted.id));
    onClose();
    showToast(wanted === 'all' ? 'All API keys revoked' : 'API key revoked');
  }, 'Failed to revoke the API key');

  return (
    <Dialog
      title={revoked === 'all' ? 'Revoke All API Keys' : 'Revoke API Key'}
      isOpen={revoked !== null}
      onClose={onClose}
    >
      {revoked && (
        <>
          <DialogBody>
            {revoked === 'all' ? (
              <p className="text-muted">
                Every API key of your account stops working immediately, everywhere it is used. This
                cannot be undone.
              </p>
            ) : (
              <p className="text-muted">
                <strong className="font-semibold wrap-anywhere text-text">{revoked.name}</strong>{' '}
                stops working immediately, everywhere it is used. This cannot be undone.
              </p>
            )}
          </DialogBody>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="danger" isBusy={isBusy} onClick={() => revoke(revoked)}>
              {isBusy ? 'Revoking...' : 'Revoke'}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
