import { api, type ApiKey, ask, type NewApiKey } from '#web/api.ts';
import { client } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { withProof } from '#web/features/sign-in/reauthentication.ts';

const keysKey = ['api-keys'];

/** Every API key of the account, without the keys themselves: those are shown once. */
export const apiKeysQuery = queryAtom<ApiKey[]>(client, () => ({
  queryKey: keysKey,
  queryFn: () => ask(api.keys.get()),
}));

/** Makes a key, for a password said lately, and answers with its text, which nothing else ever holds. */
export async function createApiKey(wish: NewApiKey): Promise<string> {
  const { key } = await withProof(() => ask(api.keys.post(wish)));
  void client.invalidateQueries({ queryKey: keysKey });
  return key;
}

/** Makes a key worthless at once. */
export async function revokeApiKey(id: string): Promise<void> {
  await ask(api.keys({ id }).delete());
  await client.invalidateQueries({ queryKey: keysKey });
}
