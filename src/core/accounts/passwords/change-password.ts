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
import type { ApiKeys } from '#core/accounts/ports';
import type { User } from '#core/accounts/user';

export type ChangePasswordPorts = ProvePasswordPorts & {
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly profiles: {
    /**
     * Replaces a password in one transaction. It ends all sessions of the account except one, which
     * then counts as recently proven. It ends pending resets and a pending change of address. Every
     * browser that signed in before counts as unknown again. It stores a notice and queues the
     * mail. Returns false and changes nothing when `from` is not, or no longer, the account's hash.
     */
    replacePassword(userId: string, change: PasswordChange): Promise<boolean>;
  };
  readonly keys: Pick<ApiKeys, 'of'>;
  /** The application's public address, from the configuration. */
  readonly appUrl: string;
  readonly newId: NewId;
};

/** The hash to replace and its replacement. */
export type PasswordChange = {
  readonly from: string;
  readonly to: string;
  readonly keptSid: string;
  readonly at: Date;
  readonly mail: Mail;
};

export type NewPassword = { readonly currentPassword: string; readonly newPassword: string };

/**
 * Changes the password of a signed-in person, ends all their other sessions and mails them.
 * Refuses `invalid` when the current password is wrong or the new one is easily guessed, and
 * `too_many_requests`.
 */
export function changePassword(ports: ChangePasswordPorts) {
  const prove = provePassword(ports);
  const path = 'currentPassword';

  return async (user: User, input: NewPassword, origin: Origin): Promise<void> => {
    refuseGuessable(input.newPassword, user.email, 'newPassword');
    const from = await prove({ ...origin, user, password: input.currentPassword, path });

    const to = await ports.passwords.hash(input.newPassword, [user.id]);
    const keptSid = ports.digest(origin.token);
    const at = new Date(ports.clock.now());
    const keys = await ports.keys.of(user.id);
    const mail = passwordChangedMail(ports, user, { at, keys });
    const change = { from, to, keptSid, at, mail };
    const isReplaced = await ports.profiles.replacePassword(user.id, change);
    if (!isReplaced) throw wrongPassword(path);
  };
}
