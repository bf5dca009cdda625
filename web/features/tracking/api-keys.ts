import { atom } from 'jotai';
import type { AnswerJson, BodyJson } from '#contract/route';
import type { Routes } from '#contract/routes';
import { call, callAll } from '#web/api.ts';
import { reloadActivityAtom } from '#web/app/state/activity.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { withProof } from '#web/app/state/reauthentication.ts';

type NewApiKey = BodyJson<Routes['POST /api/keys']>;
export type ApiKey = AnswerJson<Routes['GET /api/v1/keys']>['data'][number];

const keysKey = ['api-keys'];

/**
 * The account's API keys, without their secret texts. Those are shown once, when a key is created.
 */
export const apiKeysQuery = queryAtom<ApiKey[]>(() => ({
  queryKey: keysKey,
  queryFn: () => callAll('GET /api/v1/keys'),
}));

/** Creates a key and returns its text. Asks for the password if it was not confirmed recently. */
export const createApiKeyAtom = atom(null, async (_, set, wanted: NewApiKey): Promise<string> => {
  const { key } = await withProof(set, () => call('POST /api/keys', { body: wanted }));
  void set(reloadAtom, keysKey);
  return key;
});

type Change = { readonly id: string; readonly wish: BodyJson<Routes['PATCH /api/keys/:id']> };

/** Changes a key. Asks for the password if it was not confirmed recently. */
export const changeApiKeyAtom = atom(null, async (_, set, { id, wish }: Change): Promise<void> => {
  await withProof(set, () => call('PATCH /api/keys/:id', { params: { id }, body: wish }));
  await set(reloadAtom, keysKey);
});

/** Rotates a key and returns its new text. Asks for the password if it was not confirmed recently. */
export const rotateApiKeyAtom = atom(null, async (_, set, id: string): Promise<string> => {
  const { key } = await withProof(set, () => call('POST /api/keys/:id/rotate', { params: { id } }));
  void set(reloadAtom, keysKey);
  return key;
});

/** Revokes a key. It is rejected from then on. */
export const revokeApiKeyAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await call('DELETE /api/keys/:id', { params: { id } });
  await set(reloadAtom, keysKey);
});

/** Revokes every key of the account. */
export const revokeAllApiKeysAtom = atom(null, async (_, set): Promise<void> => {
  await call('DELETE /api/keys');
  void set(reloadActivityAtom);
  await set(reloadAtom, keysKey);
});
