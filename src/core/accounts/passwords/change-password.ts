import type { NewId } from '#core/shared/ids';
import type { Mail } from '#core/shared/mail';
import { passwordChangedMail } from './password-mails.ts';
import { refuseGuessable } from './password-rules.ts';
import type { Passwords } from './passwords.ts';
import {
  type Origin,
  type ProvePasswordPorts,
  provePassword,
  wrongPassword,
} from './prove-password.ts';
import type { User } from '#core/accounts/user';

export type ChangePasswordPorts = ProvePasswordPorts & {
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly profiles: {
    /**
     * Replaces a password; ends all sessions of the account but one, which counts as proven then,
     * pending resets and a pending change of its address; makes strangers of all browsers that
     * signed in before; notes it for the person; and hands over the mail: all of it or nothing. False when the hash is not, or no longer, the one to be replaced: then nothing
     * happens.
     */
    replacePassword(userId: string, change: PasswordChange): Promise<boolean>;
  };
  /** Where the application is reached, from the configuration. */
  readonly appUrl: string;
  readonly newId: NewId;
};

/** One hash in place of another. */
export type PasswordChange = {
  readonly from: string;
  readonly to: string;
  readonly keptSid: string;
  readonly at: Date;
  readonly mail: Mail;
};

export type NewPassword = { readonly currentPassword: string; readonly newPassword: string };

/**
 * Changes the password of somebody signed in, and ends every session but theirs, and tells
 * them by mail. Refuses `invalid`
 * when the current password is wrong or the new one easily guessed, and `too_many_requests`.
 */
export function changePassword(ports: ChangePasswordPorts) {
  const prove = provePassword(ports);
  const path = 'currentPassword';

  return async (user: User, input: NewPassword, origin: Origin): Promise<void> => {
    refuseGuessable(input.newPassword, user.email, 'newPassword');
    const from = await prove({ ...origin, user, password: input.currentPassword, path });

    const to = await ports.passwords.hash(input.newPassword);
    const keptSid = ports.digest(origin.token);
    const at = new Date(ports.clock.now());
    const mail = passwordChangedMail(ports, user, { at });
    const change = { from, to, keptSid, at, mail };
    const isReplaced = await ports.profiles.replacePassword(user.id, change);
    if (!isReplaced) throw wrongPassword(path);
  };
}
