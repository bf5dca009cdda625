import { useSetAtom } from 'jotai';
import type { ApiKey } from '#web/api.ts';
import { revokeApiKeyAtom } from './api-keys.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { useAction } from '#web/forms/use-action.ts';

type RevokeApiKeyDialogProps = { readonly apiKey: ApiKey | null; onClose(): void };

/** Asks for confirmation before a key is revoked. */
export function RevokeApiKeyDialog({ apiKey, onClose }: RevokeApiKeyDialogProps) {
  const showToast = useSetAtom(showToastAtom);
  const revokeApiKey = useSetAtom(revokeApiKeyAtom);
  const [revoke, isBusy] = useAction(async (id: string) => {
    await revokeApiKey(id);
    onClose();
    showToast('API key revoked');
  }, 'Failed to revoke the API key');

  return (
    <Dialog title="Revoke API Key" isOpen={apiKey !== null} onClose={onClose}>
      {apiKey && (
        <>
          <DialogBody>
            <p className="text-muted">
              <strong className="font-semibold wrap-anywhere text-text">{apiKey.name}</strong> stops
              working immediately, everywhere it is used. This cannot be undone.
            </p>
          </DialogBody>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="danger" isBusy={isBusy} onClick={() => revoke(apiKey.id)}>
              {isBusy ? 'Revoking...' : 'Revoke'}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
