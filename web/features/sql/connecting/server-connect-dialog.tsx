import type { ServerLogin } from '#web/api.ts';
import { Dialog, DialogBody } from '#web/ui/dialog.tsx';
import { ConnectionList } from './connection-list.tsx';
import { serverConnections } from './connections.ts';

type ServerConnectDialogProps = {
  readonly login: ServerLogin;
  readonly isOpen: boolean;
  onClose(): void;
};

/** What tools need to sign in to the ClickHouse server, without the password. */
export function ServerConnectDialog({ login, isOpen, onClose }: ServerConnectDialogProps) {
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
