import { atom } from 'jotai';
import { api, ask } from '#web/api.ts';
import { withProof } from '#web/features/sign-in/reauthentication.ts';
import { keepUserAtom, leaveAtom } from './account.ts';

type Profile = { readonly firstName: string; readonly lastName: string; readonly email: string };

/**
 * Changes what a person is called, for a password said lately; another address is mailed a link and
 * counts later.
 */
export const changeProfileAtom = atom(null, async (_, set, profile: Profile): Promise<void> => {
  const user = await withProof(set, () => ask(api.profile.put(profile)));
  set(keepUserAtom, user);
});

/** An address that takes a picture of so many bytes. */
export async function askForUpload(contentLength: number): Promise<string> {
  return (await ask(api.objects.upload.post({ contentLength }))).uploadURL;
}

/** Makes what was put at an upload's address the person's picture; null takes the picture away. */
export const changeAvatarAtom = atom(null, async (_, set, avatarURL: string | null) => {
  const { user } = await ask(api.profile.avatar.put({ avatarURL }));
  set(keepUserAtom, user);
});

/** Changes the password, and ends every session but this. */
export async function changePassword(wanted: {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}): Promise<void> {
  await ask(api.profile.password.put(wanted));
}

/** Deletes the account, forgets every answer, and starts again at the site's root. */
export const deleteAccountAtom = atom(null, async (_, set, password: string): Promise<void> => {
  await ask(api.profile.delete({ password }));
  set(leaveAtom);
});
