import { atom } from 'jotai';
import { call, type ServerLogin } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { withProof } from '#web/app/state/reauthentication.ts';

const loginKey = ['server login'];

/** The person's own user on the ClickHouse server; null where there is none to have. */
export const serverLoginQuery = queryAtom<ServerLogin | null>(() => ({
  queryKey: loginKey,
  queryFn: async () => (await call('GET /api/sql/login')).login,
}));

/**
 * Creates a password, which replaces the earlier one, and returns it: it is shown once. Asks for the
 * password of the account if it was not confirmed recently.
 */
export const createPasswordAtom = atom(null, async (_, set): Promise<string> => {
  const { password } = await withProof(set, () => call('POST /api/sql/login'));
  void set(reloadAtom, loginKey);
  return password;
});

/** Removes the password. Tools that use it are rejected from then on. */
export const removePasswordAtom = atom(null, async (_, set): Promise<void> => {
  await call('DELETE /api/sql/login');
  await set(reloadAtom, loginKey);
});
