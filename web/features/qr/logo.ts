import { atom } from 'jotai';
import { askJson } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { paths } from '#web/paths.ts';

const logoKey = ['qr-logo'];

/** Whether the account has a logo of its own for QR codes. */
export const hasLogoQuery = queryAtom<boolean>(() => ({
  queryKey: logoKey,
  queryFn: async () => hasLogoIn(await askJson(paths.qrLogo)),
}));

/** Counts the changes of the logo, so that pictures with it are drawn anew. */
export const logoChangesAtom = atom(0);

/** Makes an upload the account's logo; null removes it. */
export const changeLogoAtom = atom(null, async (_, set, logoURL: string | null) => {
  await askJson(paths.qrLogo, { logoURL });
  set(logoChangesAtom, (count) => count + 1);
  await set(reloadAtom, logoKey);
});

function hasLogoIn(answer: unknown): boolean {
  return (
    typeof answer === 'object' && answer !== null && 'hasLogo' in answer && answer.hasLogo === true
  );
}
