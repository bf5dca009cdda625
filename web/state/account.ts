import { atom } from 'jotai';
import { api, ask, type PasswordReset, type Registration, type User } from '#web/api.ts';
import { cameWithSession } from '#web/instance.ts';
import { paths } from '#web/paths.ts';
import { client } from './client.ts';
import { queryAtom } from './query-atom.ts';

const userKey = ['auth', 'user'];

const noSession = new Error('The document came without a session');
let timesAsked = 0;

/** The server has seen whether the document's own request brought a session; later ones may. */
function isFirst(): boolean {
  timesAsked += 1;
  return timesAsked === 1;
}

/** Who is signed in: asked anew on every mount and focus, never kept, never retried. */
export const userQuery = queryAtom<User>(client, () => ({
  queryKey: userKey,
  queryFn: () =>
    isFirst() && !cameWithSession ? Promise.reject(noSession) : ask(api.auth.user.get()),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: 'always',
}));

/**
 * `loading` until the first answer; an error of the check counts as signed out, also while it is
 * made again: what somebody has typed outlives a look at another window.
 */
export type Account =
  | { readonly kind: 'loading' }
  | { readonly kind: 'out' }
  | { readonly kind: 'in'; readonly user: User };

export const accountAtom = atom<Account>((get) => {
  const { data, isError, isPending, errorUpdateCount } = get(userQuery);
  if (isError || (isPending && errorUpdateCount > 0)) return { kind: 'out' };
  if (isPending) return { kind: 'loading' };
  return { kind: 'in', user: data };
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
  client.clear();
  window.location.assign(paths.home);
}

/** Finds out whether the session goes on; only a plain no changes what is shown. */
export async function checkSession(): Promise<void> {
  const { status } = await api.auth.user.get();
  if (status === 401) await client.invalidateQueries({ queryKey: userKey });
}

/** Ends the session, forgets every answer, and starts again at the site's root. */
export async function logout(): Promise<void> {
  await ask(api.auth.logout.post());
  client.clear();
  window.location.assign(paths.home);
}
