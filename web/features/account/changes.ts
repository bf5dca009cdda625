import { atom } from 'jotai';
import { call } from '#web/api.ts';
import { withProof } from '#web/app/state/reauthentication.ts';
import { keepUserAtom, leaveAtom } from '#web/app/state/account.ts';

type Profile = {
  readonly firstName: string;
  /** Absent: the last name does not change. */
  readonly lastName?: string;
  readonly email: string;
};

/**
 * Changes the profile. Asks for the password if it was not confirmed recently. A new email address
 * takes effect after its confirmation.
 */
export const changeProfileAtom = atom(null, async (_, set, profile: Profile): Promise<void> => {
  const user = await withProof(set, () => call('PUT /api/profile', { body: profile }));
  set(keepUserAtom, user);
});

/** Returns an upload address for a picture of `contentLength` bytes. */
export async function askForUpload(contentLength: number): Promise<string> {
  return (await call('POST /api/objects/upload', { body: { contentLength } })).uploadURL;
}

/** Sets the uploaded picture as the avatar. Null removes the avatar. */
export const changeAvatarAtom = atom(null, async (_, set, avatarURL: string | null) => {
  const { user } = await call('PUT /api/profile/avatar', { body: { avatarURL } });
  set(keepUserAtom, user);
});

/** Changes the password and ends all other sessions. */
export async function changePassword(wanted: {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}): Promise<void> {
  await call('PUT /api/profile/password', { body: wanted });
}

/** Deletes the account, clears the cache and opens the site's root, in every tab. */
export const deleteAccountAtom = atom(null, async (_, set, password: string): Promise<void> => {
  await call('DELETE /api/profile', { body: { password } });
  set(leaveAtom);
});
