import { atom } from 'jotai';
import { call } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const logoKey = ['qr-logo'];

/** Whether the account has a logo of its own for QR codes. */
export const hasLogoQuery = queryAtom<boolean>(() => ({
  queryKey: logoKey,
  queryFn: async () => (await call('GET /api/v1/qr-logo')).hasLogo,
}));

/** Counts the changes of the logo, so that pictures with it are drawn again. */
export const logoChangesAtom = atom(0);

/** Makes an upload the account's logo; null removes it. */
export const changeLogoAtom = atom(null, async (_, set, logoURL: string | null) => {
  await call('PUT /api/v1/qr-logo', { body: { logoURL } });
  set(logoChangesAtom, (count) => count + 1);
  await set(reloadAtom, logoKey);
});
