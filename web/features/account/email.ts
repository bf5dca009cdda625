import { atom } from 'jotai';
import { call } from '#web/api.ts';
import { reloadUserAtom } from '#web/app/state/account.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const pendingKey = ['email-change'];

/** The new email address that waits for confirmation, or null. */
export const pendingEmailQuery = queryAtom<string | null>(() => ({
  queryKey: pendingKey,
  queryFn: async () => (await call('GET /api/v1/account/email-change')).email,
  staleTime: 0,
}));

export const reloadPendingEmailAtom = atom(null, (_, set) => set(reloadAtom, pendingKey));

/** Confirms an email address with the token of an emailed link. */
export const verifyEmailAtom = atom(null, async (_, set, token: string): Promise<void> => {
  await call('POST /api/auth/verify-email', { body: { token } });
  await Promise.all([set(reloadUserAtom), set(reloadPendingEmailAtom)]);
});

/** Requests another confirmation email. */
export async function resendVerification(): Promise<void> {
  await call('POST /api/auth/resend-verification');
}

/** Cancels a pending change of the email address. */
export const cancelEmailChangeAtom = atom(null, async (_, set): Promise<void> => {
  await call('DELETE /api/profile/email-change');
  await set(reloadPendingEmailAtom);
});
