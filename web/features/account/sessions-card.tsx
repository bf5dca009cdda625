import { useAtomValue } from 'jotai';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import type { Session } from '#web/api.ts';
import { dateLabel } from '#web/format.ts';
import { revokeSession, sessionsQuery } from './sessions.ts';
import { tell, tellFailure } from '#web/app/state/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { FailureCard } from '#web/ui/failure-card.tsx';
import { messageOf } from '#web/forms/form-failure.ts';
import { OtherSessionsButton } from './settings/other-sessions-button.tsx';

/** Where the person is signed in, and how to end that from here. */
export function SessionsCard() {
  const { data, error, refetch } = useAtomValue(sessionsQuery);
  if (!data && error) {
    return (
      <FailureCard title="Failed to load sessions" error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <Card>
      <CardHeader title="Active Sessions" note="Where you are signed in">
        {data && data.length > 1 && <OtherSessionsButton />}
      </CardHeader>
      {data ? (
        <ul aria-label="Active sessions" className="border-t border-line">
          {data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <SkeletonRows count={2} label="Loading sessions" />
      )}
    </Card>
  );
}

function SessionRow({ session }: { readonly session: Session }) {
  const [isBusy, setIsBusy] = useState(false);
  const name = nameOf(session);
  const revoke = async () => {
    setIsBusy(true);
    try {
      await revokeSession(session.id);
      tell('Session Ended', `${name} has been signed out.`);
    } catch (error) {
      setIsBusy(false);
      tellFailure(messageOf(error, 'Failed to end the session'));
    }
  };

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 last:border-0">
      <div className="flex min-w-0 items-center gap-3">
        <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-muted" />
        <div className="grid min-w-0 gap-0.5">
          <span className="flex flex-wrap items-center gap-1.5">
            <span className="font-semibold wrap-anywhere">{name}</span>
            {session.isCurrent && <Badge tone="good">This session</Badge>}
          </span>
          <span className="text-sm text-faint">Signed in {dateLabel(session.createdAt)}</span>
        </div>
      </div>
      {!session.isCurrent && (
        <Button
          size="sm"
          look="danger"
          isBusy={isBusy}
          aria-label={`Revoke ${name}`}
          onClick={() => void revoke()}
        >
          Revoke
        </Button>
      )}
    </li>
  );
}

function nameOf({ browser, os }: Session): string {
  return [browser, os].filter(Boolean).join(' on ') || 'Unknown device';
}
