import { useSetAtom } from 'jotai';
import { useState } from 'react';
import type { ServerLogin } from '#web/api.ts';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { ShownOnce } from '#web/ui/shown-once.tsx';
import { ConnectionList } from './connection-list.tsx';
import { serverConnections } from './connections.ts';
import { createPasswordAtom } from './server-login.ts';

type NewPasswordDialogProps = {
  readonly login: ServerLogin;
  readonly isOpen: boolean;
  onClose(): void;
};

/** Creates a password and shows it once. */
export function NewPasswordDialog({ login, isOpen, onClose }: NewPasswordDialogProps) {
  const [password, setPassword] = useState<string | null>(null);
  const createPassword = useSetAtom(createPasswordAtom);
  const copyText = useSetAtom(copyTextAtom);
  const { url, database } = login;
  const [create, isBusy] = useAction(async () => {
    setPassword(await createPassword());
  }, 'Failed to create the password');
  const close = () => {
    setPassword(null);
    onClose();
  };

  return (
    <Dialog title="ClickHouse password" isOpen={isOpen} isWide={password !== null} onClose={close}>
      {password === null ? (
        <>
          <DialogBody>
            <p className="text-muted">
              With it, tools sign in to the ClickHouse server as a user who reads your own clicks,
              conversions and links, and nothing else.
              {login.createdAt !== null && ' Your earlier password stops working immediately.'}
            </p>
          </DialogBody>
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <Button look="primary" isBusy={isBusy} onClick={() => create()}>
              {isBusy ? 'Creating...' : 'Create'}
            </Button>
          </DialogActions>
        </>
      ) : (
        <ShownOnce
          title="Password"
          secret={password}
          text="Copy the password now. It is not shown again. Put it in place of PASSWORD."
          onCopy={() => copyText(password)}
          onDone={close}
        >
          <ConnectionList
            of={serverConnections({ url, database, user: database, password: 'PASSWORD' })}
          />
        </ShownOnce>
      )}
    </Dialog>
  );
}
