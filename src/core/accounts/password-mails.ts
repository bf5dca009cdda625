import { type Letter } from '#core/shared/mail';
import type { User } from './user.ts';

type Reader = Pick<User, 'firstName'>;

/** Offers a link that sets a new password. */
export function resetLetter({ firstName }: Reader, resetUrl: string): Letter {
  return {
    subject: 'Reset your Waypost password',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      'Somebody asked for a new password for your Waypost account. If it was you, choose one here.',
      'The link works once, and for 24 hours.',
    ],
    action: { label: 'Choose a new password', url: resetUrl },
    closing: 'If it was not you, there is nothing to do: your password stays as it is.',
  };
}

/** Says that a password has changed, to whom it should not come as news. */
export function passwordChangedLetter({ firstName }: Reader, forgotUrl: string): Letter {
  return {
    subject: 'Your Waypost password was changed',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      'The password of your Waypost account has just been changed, and every other session was signed out.',
      'If it was not you, take your account back now:',
    ],
    action: { label: 'Reset the password', url: forgotUrl },
    closing: 'If it was you, there is nothing to do.',
  };
}
