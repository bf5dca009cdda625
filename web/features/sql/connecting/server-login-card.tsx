import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { call, type ServerLogin, type User } from '#web/api.ts';
import { dateLabel } from '#web/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/floating/dialog.tsx';
import { ConnectionList } from './connection-list.tsx';
import { serverConnections } from './connections.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { useAction } from '#web/forms/use-action.ts';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { ShownOnce } from '#web/ui/texts/shown-once.tsx';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { withProof } from '#web/app/state/reauthentication.ts';

type Opened = 'new' | 'connect' | 'remove' | null;

/**
 * The person's own user on the operator's ClickHouse server. Renders nothing when this instance has
 * no such users.
 */
export function ServerLoginCard({ user }: { readonly user: User }) {
  const { data: login } = useAtomValue(serverLoginQuery);
  const [opened, setOpened] = useState<Opened>(null);
  if (!login || !user.verified) return null;
  const close = () => setOpened(null);
  const { createdAt } = login;

  return (
    <Card>
      <CardHeader
        title="ClickHouse"
        note="Your own data, from any tool, without Waypost in between"
      >
        <Button onClick={() => setOpened('new')}>
          {createdAt === null ? 'Create password' : 'New password'}
        </Button>
      </CardHeader>
      <Details login={login} />
      {createdAt !== null && (
        <div className="flex flex-wrap gap-2 px-4 pb-4">
          <Button size="sm" onClick={() => setOpened('connect')}>
            How to connect
          </Button>
          <Button size="sm" look="danger" onClick={() => setOpened('remove')}>
            Remove password
          </Button>
        </div>
      )}
      <NewPasswordDialog login={login} isOpen={opened === 'new'} onClose={close} />
      <ServerConnectDialog login={login} isOpen={opened === 'connect'} onClose={close} />
      <RemovePasswordDialog isOpen={opened === 'remove'} onClose={close} />
    </Card>
  );
}

function Details({ login: { url, database, createdAt } }: { readonly login: ServerLogin }) {
  const details = [
    ['Server', url],
    ['User and database', database],
    ['Password', createdAt === null ? 'None yet' : `Created ${dateLabel(createdAt)}`],
  ] as const;
  return (
    <dl className="grid gap-x-4 gap-y-2 px-4 pt-1 pb-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
      {details.map(([name, value]) => (
        <div key={name} className="grid gap-0.5 sm:contents">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className={name === 'Password' ? 'text-sm' : 'font-mono text-sm wrap-anywhere'}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type ServerConnectDialogProps = {
  readonly login: ServerLogin;
  readonly isOpen: boolean;
  onClose(): void;
};

/** What tools need to sign in to the ClickHouse server, without the password. */
function ServerConnectDialog({ login, isOpen, onClose }: ServerConnectDialogProps) {
  const { url, database } = login;
  return (
    <Dialog
      title="Connect to ClickHouse"
      description="Put your password in place of PASSWORD. If you no longer have it, create a new one."
      isOpen={isOpen}
      isWide
      onClose={onClose}
    >
      <DialogBody>
        <ConnectionList
          of={serverConnections({ url, database, user: database, password: 'PASSWORD' })}
        />
      </DialogBody>
    </Dialog>
  );
}

type RemovePasswordDialogProps = { readonly isOpen: boolean; onClose(): void };

/** Asks for confirmation before the password is removed. */
function RemovePasswordDialog({ isOpen, onClose }: RemovePasswordDialogProps) {
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

type NewPasswordDialogProps = {
  readonly login: ServerLogin;
  readonly isOpen: boolean;
  onClose(): void;
};

/** Creates a password and shows it once. */
function NewPasswordDialog({ login, isOpen, onClose }: NewPasswordDialogProps) {
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

const loginKey = ['server login'];

/** The person's own user on the ClickHouse server; null when this instance has no such users. */
const serverLoginQuery = queryAtom<ServerLogin | null>(() => ({
  queryKey: loginKey,
  queryFn: async () => (await call('GET /api/v1/sql/login')).login,
}));

/**
 * Creates a password, which replaces the earlier one, and returns it: it is shown once. Asks for the
 * password of the account if it was not confirmed recently.
 */
const createPasswordAtom = atom(null, async (_, set): Promise<string> => {
  const { password } = await withProof(set, () => call('POST /api/sql/login'));
  void set(reloadAtom, loginKey);
  return password;
});

/** Removes the password. Tools that use it are rejected from then on. */
const removePasswordAtom = atom(null, async (_, set): Promise<void> => {
  await call('DELETE /api/sql/login');
  await set(reloadAtom, loginKey);
});
