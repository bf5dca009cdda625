import { api, ask } from '#web/api.ts';
import { reloadUser } from './account.ts';
import { client } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const pendingKey = ['email-change'];

/** The address that counts once its mailed link has been opened; null when none is pending. */
export const pendingEmailQuery = queryAtom<string | null>(client, () => ({
  queryKey: pendingKey,
  queryFn: async () => (await ask(api.profile['email-change'].get())).email,
  staleTime: 0,
}));

export async function reloadPendingEmail(): Promise<void> {
  await client.invalidateQueries({ queryKey: pendingKey });
}

/** Proves an address with the token of a mailed link. */
export async function verifyEmail(token: string): Promise<void> {
  await ask(api.auth['verify-email'].post({ token }));
  await Promise.all([reloadUser(), reloadPendingEmail()]);
}

/** Has another link mailed that proves the address. */
export async function resendVerification(): Promise<void> {
  await ask(api.auth['resend-verification'].post());
}

/** Keeps the address as it is. */
export async function cancelEmailChange(): Promise<void> {
  await ask(api.profile['email-change'].delete());
  await reloadPendingEmail();
}
