import { useSetAtom } from 'jotai';
import type { OwnDomainJson as Domain } from '#contract/domains';
import { showToastAtom } from '#web/app/state/toast.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { removeDomainAtom } from './domains.ts';

type RemoveDomainDialogProps = { readonly domain: Domain | null; onClose(): void };

/** Asks for confirmation before a domain is removed. */
export function RemoveDomainDialog({ domain, onClose }: RemoveDomainDialogProps) {
  const showToast = useSetAtom(showToastAtom);
  const removeDomain = useSetAtom(removeDomainAtom);
  const [remove, isBusy] = useAction(async (id: string) => {
    await removeDomain(id);
    onClose();
    showToast('Domain removed');
  }, 'Failed to remove the domain');

  return (
    <Dialog title="Remove Domain" isOpen={domain !== null} onClose={onClose}>
      {domain && (
        <>
          <DialogBody>
            <p className="text-muted">
              Addresses on{' '}
              <strong className="font-semibold wrap-anywhere text-text">{domain.domain}</strong>{' '}
              stop working immediately. Its links stay in your account and work at the usual short
              address under their codes; their aliases are lost.
            </p>
          </DialogBody>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="danger" isBusy={isBusy} onClick={() => remove(domain.id)}>
              {isBusy ? 'Removing...' : 'Remove'}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
