import { atom } from 'jotai';
import { api, ask, type Session } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const sessionsKey = ['sessions'];

/** The account's sessions. Fetched each time the card is shown. */
export const sessionsQuery = queryAtom<Session[]>(() => ({
  queryKey: sessionsKey,
  queryFn: () => ask(api.sessions.get()),
  staleTime: 0,
}));

export const reloadSessionsAtom = atom(null, (_, set) => set(reloadAtom, sessionsKey));

/** Ends one session. */
export const revokeSessionAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await ask(api.sessions({ id }).delete());
  await set(reloadSessionsAtom);
});

/** Ends all other sessions. */
export const endOtherSessionsAtom = atom(null, async (_, set): Promise<void> => {
  await ask(api.sessions.delete());
  await set(reloadSessionsAtom);
});
