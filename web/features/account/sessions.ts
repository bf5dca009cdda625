import { api, ask, type Session } from '#web/api.ts';
import { client } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const sessionsKey = ['sessions'];

/** Where the person is signed in; looked at anew by whoever comes to see it. */
export const sessionsQuery = queryAtom<Session[]>(client, () => ({
  queryKey: sessionsKey,
  queryFn: () => ask(api.sessions.get()),
  staleTime: 0,
}));

/** Ends a session of theirs at once. */
export async function revokeSession(id: string): Promise<void> {
  await ask(api.sessions({ id }).delete());
  await reloadSessions();
}

/** Ends every session of theirs but this. */
export async function endOtherSessions(): Promise<void> {
  await ask(api.sessions.delete());
  await reloadSessions();
}

export async function reloadSessions(): Promise<void> {
  await client.invalidateQueries({ queryKey: sessionsKey });
}
