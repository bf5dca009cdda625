import { useSetAtom } from 'jotai';
import { useState } from 'react';
import type { WebhookJson as Webhook } from '#contract/webhooks/webhooks';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/floating/dialog.tsx';
import { ShownOnce } from '#web/ui/texts/shown-once.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { rotateSecretAtom } from './webhooks.ts';

type WebhookDialogProps = {
  readonly isOpen: boolean;
  /** The webhook to change; null for a new one. */
  readonly webhook: Webhook | null;
  onClose(): void;
};

/** Adds a webhook and shows its secret once, or changes one. */
export function WebhookDialog({ isOpen, webhook, onClose }: WebhookDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => {
    setSecret(null);
    onClose();
  };
  return (
    <Dialog title={webhook ? 'Edit Webhook' : 'New Webhook'} isOpen={isOpen} onClose={close}>
      {secret === null ? (
        <WebhookForm webhook={webhook} onAdded={setSecret} onClose={close} />
      ) : (
        <Secret secret={secret} onDone={close} />
      )}
    </Dialog>
  );
}

type RotateSecretDialogProps = { readonly webhook: Webhook | null; onClose(): void };

/** Asks for confirmation before the secret is replaced, and shows the new one once. */
export function RotateSecretDialog({ webhook, onClose }: RotateSecretDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const rotateSecret = useSetAtom(rotateSecretAtom);
  const [rotate, isBusy] = useAction(
    async (id: string) => setSecret(await rotateSecret(id)),
    'Failed to replace the secret',
  );
  const close = () => {
    // The answer is shown once.
    if (isBusy) return;
    setSecret(null);
    onClose();
  };
  return (
    <Dialog title="Replace Secret" isOpen={webhook !== null} onClose={close}>
      {webhook && secret === null && (
        <>
          <DialogBody>
            <p className="text-muted">
              Requests to{' '}
              <strong className="font-semibold wrap-anywhere text-text">{webhook.url}</strong> are
              signed with both secrets for a day, then with the new one alone.
            </p>
          </DialogBody>
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <Button look="primary" isBusy={isBusy} onClick={() => rotate(webhook.id)}>
              {isBusy ? 'Replacing...' : 'Replace'}
            </Button>
          </DialogActions>
        </>
      )}
      {secret !== null && <Secret secret={secret} onDone={close} />}
    </Dialog>
  );
}

function Secret({ secret, onDone }: { readonly secret: string; onDone(): void }) {
  const copyText = useSetAtom(copyTextAtom);
  return (
    <ShownOnce
      title="Secret"
      secret={secret}
      text="Copy the secret now. It is not shown again. With it your server checks that a request comes from Waypost."
      onCopy={() => copyText(secret)}
      onDone={onDone}
    />
  );
}
