import { useSetAtom } from 'jotai';
import { type ReactNode, useState } from 'react';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Dialog, DialogQuestion } from '#web/ui/floating/dialog.tsx';
import { ShownOnce } from '#web/ui/texts/shown-once.tsx';
import { ApiKeyForm } from './api-key-form.tsx';
import {
  type ApiKey,
  changeApiKeyAtom,
  createApiKeyAtom,
  revokeAllApiKeysAtom,
  revokeApiKeyAtom,
  rotateApiKeyAtom,
} from './api-keys.ts';

type NewApiKeyDialogProps = { readonly isOpen: boolean; onClose(): void };

/** Creates a key and shows it once. */
export function NewApiKeyDialog({ isOpen, onClose }: NewApiKeyDialogProps) {
  const [text, setText] = useState<string | null>(null);
  const createApiKey = useSetAtom(createApiKeyAtom);
  const close = () => {
    setText(null);
    onClose();
  };
  return (
    <Dialog title="New API Key" isOpen={isOpen} isWide={text === null} onClose={close}>
      {text === null ? (
        <ApiKeyForm
          apiKey={null}
          send={async (wish) => setText(await createApiKey(wish))}
          onClose={close}
        />
      ) : (
        <KeyText text={text} onDone={close} />
      )}
    </Dialog>
  );
}

type KeyDialogProps = { readonly apiKey: ApiKey | null; onClose(): void };

/** Changes a key's name, what it may do, and its end. Its text stays. */
export function EditApiKeyDialog({ apiKey, onClose }: KeyDialogProps) {
  const changeApiKey = useSetAtom(changeApiKeyAtom);
  const showToast = useSetAtom(showToastAtom);
  return (
    <Dialog title="Edit API Key" isOpen={apiKey !== null} isWide onClose={onClose}>
      {apiKey && (
        <ApiKeyForm
          apiKey={apiKey}
          send={async (wish) => {
            await changeApiKey({ id: apiKey.id, wish });
            onClose();
            showToast('API key saved');
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** Gives a key another text and shows it once. */
export function RotateApiKeyDialog({ apiKey, onClose }: KeyDialogProps) {
  const [text, setText] = useState<string | null>(null);
  const rotateApiKey = useSetAtom(rotateApiKeyAtom);
  const [rotate, isBusy] = useAction(
    async (id: string) => setText(await rotateApiKey(id)),
    'Failed to rotate the API key',
  );
  const close = () => {
    // The answer is shown once.
    if (isBusy) return;
    setText(null);
    onClose();
  };
  return (
    <Dialog title="Rotate API Key" isOpen={apiKey !== null} onClose={close}>
      {text !== null && (
        <KeyText text={text} onDone={close}>
          <p className="text-muted">The old key works for 24 hours more.</p>
        </KeyText>
      )}
      {text === null && apiKey && (
        <DialogQuestion
          label="Rotate"
          busyLabel="Rotating..."
          look="primary"
          isBusy={isBusy}
          onYes={() => rotate(apiKey.id)}
          onCancel={close}
        >
          <KeyName of={apiKey} /> gets a new key with the same permissions. The old key works for 24
          hours more, so that you can replace it everywhere.
        </DialogQuestion>
      )}
    </Dialog>
  );
}

type KeyTextProps = { readonly text: string; readonly children?: ReactNode; onDone(): void };

function KeyText({ text, children, onDone }: KeyTextProps) {
  const copyText = useSetAtom(copyTextAtom);
  return (
    <ShownOnce
      title="API key"
      secret={text}
      text={
        <>
          Copy the key now. It is not shown again. Send it in the header{' '}
          <code className="font-mono text-text">Authorization: Bearer</code>.
        </>
      }
      onCopy={() => copyText(text)}
      onDone={onDone}
    >
      {children}
    </ShownOnce>
  );
}

/** The keys to revoke: one, or all. */
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
        <DialogQuestion
          label="Revoke"
          busyLabel="Revoking..."
          isBusy={isBusy}
          onYes={() => revoke(revoked)}
          onCancel={onClose}
        >
          {revoked === 'all' ? (
            'Every API key of your account stops'
          ) : (
            <>
              <KeyName of={revoked} /> stops
            </>
          )}{' '}
          working immediately, everywhere it is used. This cannot be undone.
        </DialogQuestion>
      )}
    </Dialog>
  );
}

function KeyName({ of }: { readonly of: ApiKey }) {
  return <strong className="font-semibold wrap-anywhere text-text">{of.name}</strong>;
}
