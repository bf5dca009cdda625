import type { QueryClient } from '@tanstack/query-core';
import { atom } from 'jotai';
import {
  api,
  ask,
  onUnauthorized,
  type PasswordReset,
  type Registration,
  type User,
} from '#web/api.ts';
import { ApiError } from '#web/api-error.ts';
import { cameWithSession } from '#web/app/instance.ts';
import { paths } from '#web/paths.ts';
import { clientAtom, reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const userKey = ['auth', 'user'];
const retryMs = 5000;

/** Null when nobody is signed in. Only a 401 says that, and only to somebody who was not. */
async function findUser({ client }: { readonly client: QueryClient }): Promise<User | null> {
  try {
    return await ask(api.auth.user.get());
  } catch (error) {
    const wasSignedIn = Boolean(client.getQueryData<User | null>(userKey));
    if (isUnauthorized(error) && !wasSignedIn) return null;
    throw error;
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

function isOutOfReach(error: Error | null): boolean {
  return error !== null && !isUnauthorized(error);
}

/**
 * Who is signed in: asked anew on every mount and focus, never kept. Asked again every five seconds
 * while the server is out of reach. The server has seen whether the document's own request brought a
 * session: without one the first answer is known.
 */
export const userQuery = queryAtom<User | null>(() => ({
  queryKey: userKey,
  queryFn: findUser,
  ...(!cameWithSession && { initialData: null }),
  refetchOnMount: cameWithSession,
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state }) => (isOutOfReach(state.error) ? retryMs : false),
}));

/**
 * Who uses the app. `loading` until the first answer of the server. `hasEnded`: the session is over,
 * and the screens of `user` stay with what was typed there until they sign in again.
 */
export type Account =
  | { readonly kind: 'loading' }
  | { readonly kind: 'out' }
  | { readonly kind: 'in'; readonly user: User; readonly hasEnded: boolean };

export const accountAtom = atom<Account>((get) => {
  const { data, error } = get(userQuery);
  if (data === undefined) return { kind: 'loading' };
  if (data === null) return { kind: 'out' };
  return { kind: 'in', user: data, hasEnded: isUnauthorized(error) };
});

/** Whether the server is out of reach; the app goes on asking for it. */
export const isConnectionLostAtom = atom((get) => isOutOfReach(get(userQuery).error));

/** Signs in; the caller decides when to `enter`. */
export async function login(credentials: { email: string; password: string }): Promise<User> {
  const { user } = await ask(api.auth.login.post(credentials));
  return user;
}

/** Opens an account with a trial of thirty days, and signs it in. */
export function register(registration: Registration): Promise<User> {
  return ask(api.register.post(registration));
}

/** Has a link mailed that sets a new password, if the address has an account. */
export async function askForReset(email: string): Promise<void> {
  await ask(api.auth['forgot-password'].post({ email }));
}

/** Sets a new password with the token of a mailed link, which ends every session of the account. */
export async function resetPassword(reset: PasswordReset): Promise<void> {
  await ask(api.auth['reset-password'].post(reset));
}

type Entry = { readonly user: User; readonly path: string };

/** Shows the signed-in screens at `path`; the address changes first, so that nothing flashes by. */
export const enterAtom = atom(null, (get, set, { user, path }: Entry): void => {
  const client = get(clientAtom);
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== userKey[0] });
  window.history.replaceState(null, '', path);
  client.setQueryData(userKey, user);
  void set(reloadAtom, userKey);
});

type Return = { readonly before: User; readonly password: string };

/**
 * Signs in again after the session has ended, and goes on where the person was; somebody else
 * begins at the dashboard, without what is on the screen.
 */
export const signInAgainAtom = atom(null, async (get, set, { before, password }: Return) => {
  const user = await login({ email: before.email, password });
  if (user.id !== before.id) return set(enterAtom, { user, path: paths.dashboard });
  get(clientAtom).setQueryData(userKey, user);
  await get(clientAtom).invalidateQueries();
});

/** Keeps what the server answered about the person after a change. */
export const keepUserAtom = atom(null, (get, _, user: User): void => {
  get(clientAtom).setQueryData(userKey, user);
});

/** Asks again who is signed in, and what they have; undefined when nobody is. */
export const reloadUserAtom = atom(null, async (get, set): Promise<User | undefined> => {
  await set(reloadAtom, userKey);
  return get(clientAtom).getQueryData<User | null>(userKey) ?? undefined;
});

/** Finds out whether the session goes on; only a plain no changes what is shown. */
export const checkSessionAtom = atom(null, async (_, set): Promise<void> => {
  const { status } = await api.auth.user.get();
  if (status === 401) await set(reloadAtom, userKey);
});

/** Ends the session, forgets every answer, and starts again at the site's root, in every tab. */
export const logoutAtom = atom(null, async (_, set): Promise<void> => {
  await ask(api.auth.logout.post());
  set(leaveAtom);
});

const loggedOut = 'logged out';
const tabs = new BroadcastChannel('waypost');

/** Starts again in every tab, once the session is over. */
export const leaveAtom = atom(null, (_, set): void => {
  tabs.postMessage(loggedOut);
  set(startAgainAtom);
});

/** Forgets every answer, and starts again at the site's root. */
export const startAgainAtom = atom(null, (get): void => {
  get(clientAtom).clear();
  window.location.assign(paths.home);
});

/**
 * Follows the session: another tab logs out, or another call is refused for want of one. Call it
 * once for the store of the page.
 */
export const followSessionAtom = atom(null, (get, set): void => {
  tabs.addEventListener('message', ({ data }) => {
    if (data === loggedOut) set(startAgainAtom);
  });
  onUnauthorized(() => {
    const state = get(clientAtom).getQueryState(userKey);
    if (state?.status === 'success' && state.fetchStatus === 'idle') void set(checkSessionAtom);
  });
});
