import { Link as RouterLink } from 'react-router';
import { paths } from '#web/paths.ts';
import { Dialog, DialogBody } from '#web/ui/dialog.tsx';
import { ConnectionList } from './connecting/connection-list.tsx';
import { gatewayConnections } from './connecting/connections.ts';

type ConnectDialogProps = {
  /** The address of the ClickHouse HTTP interface. */
  readonly url: string;
  readonly database: string;
  readonly isOpen: boolean;
  onClose(): void;
};

/** How tools that speak ClickHouse's HTTP protocol connect to the account's views. */
export function ConnectDialog({ url, database, isOpen, onClose }: ConnectDialogProps) {
  return (
    <Dialog
      title="Connect a tool"
      description="Waypost speaks ClickHouse's HTTP protocol. Any user name works; the password is an API key with the scope sql."
      isOpen={isOpen}
      isWide
      onClose={onClose}
    >
      <DialogBody>
        <p>
          Create the key in{' '}
          <RouterLink to={paths.apiKeys} className="font-semibold text-accent-text hover:underline">
            Settings, API
          </RouterLink>{' '}
          and put it in place of API_KEY.
        </p>
        <ConnectionList
          of={gatewayConnections({ url, database, user: 'waypost', password: 'API_KEY' })}
        />
      </DialogBody>
    </Dialog>
  );
}
