import { atom, useAtomValue, useSetAtom } from 'jotai';
import { MonitorSmartphone } from 'lucide-react';
import type { AnswerJson } from '#contract/route';
import type { Routes } from '#contract/routes';
import { call } from '#web/api.ts';
import { dateLabel } from '#web/format.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { QueryView } from '#web/ui/answers/query.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { reloadActivityAtom } from '#web/app/state/activity.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

type Session = AnswerJson<Routes['GET /api/sessions']>[number];

const sessionsKey = ['sessions'];

/** The account's sessions. Fetched each time the card is shown. */
const sessionsQuery = queryAtom<Session[]>(() => ({
  queryKey: sessionsKey,
  queryFn: () => call('GET /api/sessions'),
  staleTime: 0,
}));

/** Fetches the sessions again, and the activity, which lists what became of them. */
export const reloadSessionsAtom = atom(null, async (_, set): Promise<void> => {
  void set(reloadActivityAtom);
  await set(reloadAtom, sessionsKey);
});

/** Ends one session. */
const revokeSessionAtom = atom(null, async (_, set, session: string): Promise<void> => {
  await call('DELETE /api/sessions/:session', { params: { session } });
  await set(reloadSessionsAtom);
});

/** Ends all other sessions. */
const endOtherSessionsAtom = atom(null, async (_, set): Promise<void> => {
  await call('DELETE /api/sessions');
  await set(reloadSessionsAtom);
});

/** The account's sessions, with buttons that end them. */
export function SessionsCard() {
  return (
    <QueryView
      query={useAtomValue(sessionsQuery)}
      title="Active Sessions"
      note="Where you are signed in"
      things="sessions"
      rows={2}
      control={(sessions) => sessions.length > 1 && <OtherSessionsButton />}
    >
      {(sessions) => (
        <ul aria-label="Active sessions" className="border-t border-line">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </QueryView>
  );
}

function SessionRow({ session }: { readonly session: Session }) {
  const showToast = useSetAtom(showToastAtom);
  const revokeSession = useSetAtom(revokeSessionAtom);
  const name = nameOf(session);
  const [revoke, isBusy] = useAction(async () => {
    await revokeSession(session.id);
    showToast('Session Ended', `${name} has been signed out.`);
  }, 'Failed to sign out the session');

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
          aria-label={`Sign out ${name}`}
          onClick={revoke}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function nameOf({ browser, os }: Session): string {
  return [browser, os].filter(Boolean).join(' on ') || 'Unknown device';
}

/** Ends all other sessions. */
function OtherSessionsButton() {
  const showToast = useSetAtom(showToastAtom);
  const endOtherSessions = useSetAtom(endOtherSessionsAtom);
  const [end, isBusy] = useAction(async () => {
    await endOtherSessions();
    showToast('Signed out everywhere else');
  }, 'Failed to sign out the other sessions');
  return (
    <Button look="danger" isBusy={isBusy} onClick={end}>
      Sign out everywhere else
    </Button>
  );
}
