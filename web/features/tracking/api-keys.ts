import { atom } from 'jotai';
import { api, type ApiKey, ask, type NewApiKey } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { withProof } from '#web/features/sign-in/reauthentication.ts';

const keysKey = ['api-keys'];

/** Every API key of the account, without the keys themselves: those are shown once. */
export const apiKeysQuery = queryAtom<ApiKey[]>(() => ({
  queryKey: keysKey,
  queryFn: () => ask(api.keys.get()),
}));

/** Makes a key, for a password said lately, and answers with its text, which nothing else ever holds. */
export const createApiKeyAtom = atom(null, async (_, set, wanted: NewApiKey): Promise<string> => {
  const { key } = await withProof(set, () => ask(api.keys.post(wanted)));
  void set(reloadAtom, keysKey);
  return key;
});

/** Makes a key worthless at once. */
export const revokeApiKeyAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await ask(api.keys({ id }).delete());
  await set(reloadAtom, keysKey);
});
