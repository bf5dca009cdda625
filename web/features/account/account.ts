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
import { client } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const userKey = ['auth', 'user'];

const noSession = new Error('There is no session');
const retryMs = 5000;
let timesAsked = 0;
/** Whether the last answer of the server was that nobody is signed in. */
let isKnownOut = false;

/** The server has seen whether the document's own request brought a session; later ones may. */
function isFirst(): boolean {
  timesAsked += 1;
  return timesAsked === 1;
}

/** Only a 401 says that nobody is signed in; a server out of reach says nothing about it. */
async function askWhoIsThere(): Promise<User> {
  isKnownOut ||= isFirst() && !cameWithSession;
  if (timesAsked === 1 && isKnownOut) throw noSession;
  try {
    const user = await ask(api.auth.user.get());
    isKnownOut = false;
    return user;
  } catch (error) {
    isKnownOut ||= isUnauthorized(error) && client.getQueryData(userKey) === undefined;
    throw isKnownOut ? noSession : error;
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

function isOutOfReach(error: Error | null): boolean {
  return error !== null && error !== noSession && !isUnauthorized(error);
}

/**
 * Who is signed in: asked anew on every mount and focus, never kept. Asked again every five seconds
 * while the server is out of reach.
 */
export const userQuery = queryAtom<User>(client, () => ({
  queryKey: userKey,
  queryFn: askWhoIsThere,
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
  const { data, error, isPending } = get(userQuery);
  if (data !== undefined) return { kind: 'in', user: data, hasEnded: isUnauthorized(error) };
  if (error === noSession || (isPending && isKnownOut)) return { kind: 'out' };
  return { kind: 'loading' };
});

/** Whether the server is out of reach; the app goes on asking for it. */
export const isConnectionLostAtom = atom((get) => isOutOfReach(get(userQuery).error));

/** Another call was refused for want of a session: finds out, unless that is known already. */
onUnauthorized(() => {
  const state = client.getQueryState(userKey);
  if (state?.status === 'success' && state.fetchStatus === 'idle') void checkSession();
});

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

/** Shows the signed-in screens at `path`; the address changes first, so that nothing flashes by. */
export function enter(user: User, path: string): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== userKey[0] });
  window.history.replaceState(null, '', path);
  client.setQueryData(userKey, user);
  void client.invalidateQueries({ queryKey: userKey });
}

/**
 * Signs in again after the session has ended, and goes on where the person was; somebody else
 * begins at the dashboard, without what is on the screen.
 */
export async function signInAgain(before: User, password: string): Promise<void> {
  const user = await login({ email: before.email, password });
  if (user.id !== before.id) return enter(user, paths.dashboard);
  client.setQueryData(userKey, user);
  await client.invalidateQueries();
}

/** Asks again who is signed in, and what they have; undefined when nobody is. */
export async function reloadUser(): Promise<User | undefined> {
  await client.invalidateQueries({ queryKey: userKey });
  return client.getQueryData<User>(userKey);
}

/** Changes what is given of a person's name; another address is mailed a link and counts later. */
export async function changeProfile(wish: {
  firstName?: string;
  lastName?: string;
  email?: string;
}): Promise<void> {
  client.setQueryData(userKey, await ask(api.profile.put(wish)));
}

/** An address that takes a picture of so many bytes. */
export async function askForUpload(contentLength: number): Promise<string> {
  return (await ask(api.objects.upload.post({ contentLength }))).uploadURL;
}

/** Makes what was put at an upload's address the person's picture; null takes the picture away. */
export async function changeAvatar(avatarURL: string | null): Promise<void> {
  const { user } = await ask(api.profile.avatar.put({ avatarURL }));
  client.setQueryData(userKey, user);
}

/** Changes the password, and ends every session but this. */
export async function changePassword(wish: {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}): Promise<void> {
  await ask(api.profile.password.put(wish));
}

/** Deletes the account, forgets every answer, and starts again at the site's root. */
export async function deleteAccount(password: string): Promise<void> {
  await ask(api.profile.delete({ password }));
  tabs.postMessage(loggedOut);
  startAgain();
}

/** Finds out whether the session goes on; only a plain no changes what is shown. */
export async function checkSession(): Promise<void> {
  const { status } = await api.auth.user.get();
  if (status === 401) await client.invalidateQueries({ queryKey: userKey });
}

/** Ends the session, forgets every answer, and starts again at the site's root, in every tab. */
export async function logout(): Promise<void> {
  await ask(api.auth.logout.post());
  tabs.postMessage(loggedOut);
  startAgain();
}

const loggedOut = 'logged out';
const tabs = new BroadcastChannel('waypost');
tabs.addEventListener('message', ({ data }) => {
  if (data === loggedOut) startAgain();
});

/** Forgets every answer, and starts again at the site's root. */
export function startAgain(): void {
  client.clear();
  window.location.assign(paths.home);
}
