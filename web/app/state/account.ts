import type { QueryClient } from '@tanstack/query-core';
import { atom } from 'jotai';
import {
  call,
  onUnauthorized,
  type PasswordReset,
  type Registration,
  type User,
} from '#web/api.ts';
import { ApiError } from '#web/api-error.ts';
import { cameWithSession, hasAccounts } from '#web/instance.ts';
import { paths } from '#web/paths.ts';
import { clientAtom, reloadAtom } from './client.ts';
import { queryAtom } from './query-atom.ts';
import { forgetPersonal } from './stored-atom.ts';

const userKey = ['auth', 'user'];
const retryMs = 5000;

/**
 * Returns null when nobody is signed in. A 401 becomes null only if nobody was signed in before;
 * otherwise the session has ended, and the error is kept. The session has also ended when another
 * person is signed in.
 */
async function findUser({ client }: { readonly client: QueryClient }): Promise<User | null> {
  const known = () => client.getQueryData<User | null>(userKey) ?? null;
  try {
    const user = await call('GET /api/auth/user');
    if (user.id !== (known() ?? user).id) throw new ApiError(401, otherPerson);
    return user;
  } catch (error) {
    if (isUnauthorized(error) && known() === null) return null;
    throw error;
  }
}

/** For this tab, the session has ended: its forms must not be saved for another person. */
const otherPerson = { message: 'Another person has signed in, in another tab.' };

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

function isOutOfReach(error: Error | null): boolean {
  return error !== null && !isUnauthorized(error);
}

/**
 * Who is signed in. Fetched on every mount and focus, and every five seconds while the server
 * cannot be reached. When the document's request had no session cookie, the first answer is null
 * without a call.
 */
export const userQuery = queryAtom<User | null>(() => ({
  queryKey: userKey,
  queryFn: findUser,
  enabled: hasAccounts,
  ...(!cameWithSession && { initialData: null }),
  refetchOnMount: cameWithSession,
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state }) => (isOutOfReach(state.error) ? retryMs : false),
}));

/**
 * The account state. `loading`: the server has not answered yet. `hasEnded`: the session has ended;
 * the screens of `user` and what was typed there stay until they sign in again.
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

/** The id of the person who is signed in; null for nobody. */
export const userIdAtom = atom((get) => {
  const account = get(accountAtom);
  return account.kind === 'in' ? account.user.id : null;
});

/** Whether the server cannot be reached. The user query retries until it can. */
export const isConnectionLostAtom = atom((get) => isOutOfReach(get(userQuery).error));

/** Signs in. The caller then calls `enterAtom` to show the signed-in screens. */
export async function login(credentials: { email: string; password: string }): Promise<User> {
  const { user } = await call('POST /api/auth/login', { body: credentials });
  return user;
}

/** Creates an account, signed in: with a free trial, unless its address had one within a year. */
export function register(registration: Registration): Promise<User> {
  return call('POST /api/register', { body: registration });
}

/**
 * Requests an email with a link that sets a new password. The server sends it if the address has an
 * account.
 */
export async function askForReset(email: string): Promise<void> {
  await call('POST /api/auth/forgot-password', { body: { email } });
}

/**
 * Sets a new password with the token of an emailed link. This ends every session of the account.
 */
export async function resetPassword(reset: PasswordReset): Promise<void> {
  await call('POST /api/auth/reset-password', { body: reset });
}

type Entry = { readonly user: User; readonly path: string };

/**
 * Shows the signed-in screens at `path`, to a person who was signed out. The address changes first,
 * so that no other screen appears in between.
 */
export const enterAtom = atom(null, (get, set, { user, path }: Entry): void => {
  const client = get(clientAtom);
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== userKey[0] });
  window.history.replaceState(null, '', path);
  client.setQueryData(userKey, user);
  void set(reloadAtom, userKey);
});

/**
 * Shows the signed-out screens at `path`, for a person whose session the server has ended. Toasts
 * stay.
 */
export const showSignedOutAtom = atom(null, (get, _, path: string): void => {
  const client = get(clientAtom);
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== userKey[0] });
  window.history.replaceState(null, '', path);
  client.setQueryData<User | null>(userKey, null);
});

/**
 * Whether the page is being left because another person has signed in. Forms with changes do not ask
 * that person about them.
 */
export const isLeftForOtherAtom = atom(false);

type Return = { readonly before: User; readonly email: string; readonly password: string };

/**
 * Signs in again after the session has ended, and refreshes the current screen. If a different
 * account signs in, the browser loads the dashboard anew, so that nothing of the first one stays.
 */
export const signInAgainAtom = atom(null, async (get, set, { before, ...credentials }: Return) => {
  const user = await login(credentials);
  if (user.id !== before.id) {
    forgetPersonal();
    set(isLeftForOtherAtom, true);
    window.location.assign(paths.dashboard);
    return;
  }
  get(clientAtom).setQueryData(userKey, user);
  await set(reloadAtom);
});

/** Stores the user that the server returned after a change, which leaves out `isOperator`. */
export const keepUserAtom = atom(null, (get, _, user: User): void => {
  get(clientAtom).setQueryData<User | null>(userKey, (before) => ({ ...before, ...user }));
});

/** Fetches the user again. Returns undefined when nobody is signed in. */
export const reloadUserAtom = atom(null, async (get, set): Promise<User | undefined> => {
  await set(reloadAtom, userKey);
  return get(clientAtom).getQueryData<User | null>(userKey) ?? undefined;
});

/** Checks whether the session is still valid. Only a 401 changes what is shown. */
export const checkSessionAtom = atom(null, async (_, set): Promise<void> => {
  const isOver = await call('GET /api/auth/user').then(() => false, isUnauthorized);
  if (isOver) await set(reloadAtom, userKey);
});

/** Ends the session, clears the cache and opens the site's root, in every tab. */
export const logoutAtom = atom(null, async (_, set): Promise<void> => {
  await call('POST /api/auth/logout');
  set(leaveAtom);
});

const loggedOut = 'logged out';
const tabs = channelOfTabs();

/** When Firefox forbids storage, it also forbids the channel. Then other tabs are not notified. */
function channelOfTabs(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('waypost');
  } catch {
    return null;
  }
}

/** Clears the cache and opens the site's root, in every tab. */
export const leaveAtom = atom(null, (_, set): void => {
  tabs?.postMessage(loggedOut);
  set(startAgainAtom);
});

/** Clears the cache and opens the site's root. */
export const startAgainAtom = atom(null, (get): void => {
  get(clientAtom).clear();
  forgetPersonal();
  window.location.assign(paths.home);
});

/**
 * Reacts when another tab logs out, and when any call returns 401. Call it once for the page's
 * store.
 */
export const followSessionAtom = atom(null, (get, set): void => {
  tabs?.addEventListener('message', ({ data }) => {
    if (data === loggedOut) set(startAgainAtom);
  });
  if (!hasAccounts) return;
  onUnauthorized(() => {
    const state = get(clientAtom).getQueryState(userKey);
    if (state?.status === 'success' && state.fetchStatus === 'idle') void set(checkSessionAtom);
  });
});
