import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { ServerLogin, User } from '#web/api.ts';
import { dateLabel } from '#web/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { NewPasswordDialog } from './new-password-dialog.tsx';
import { RemovePasswordDialog } from './remove-password-dialog.tsx';
import { ServerConnectDialog } from './server-connect-dialog.tsx';
import { serverLoginQuery } from './server-login.ts';

type Opened = 'new' | 'connect' | 'remove' | null;

/** The person's own user on the operator's ClickHouse server. Nothing where there is none to have. */
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
