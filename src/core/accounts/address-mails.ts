import type { Letter } from '#core/shared/mail';
import { greetingOf, greetingWithoutName, type Reader } from '#core/shared/mail-name';

const notYours =
  'If you did not open an account at Waypost, somebody has mistyped their address: do not use the link, and nothing happens.';

/** Greets a new person, and offers a link that proves their address. */
export function welcomeLetter(verifyUrl: string): Letter {
  return {
    subject: 'Welcome to Waypost: confirm your email address',
    greeting: greetingWithoutName,
    paragraphs: [
      'Your account is open. Confirm that this address is yours, so that you can always get back in.',
      'The link works once, and for 7 days.',
    ],
    action: { label: 'Confirm email address', url: verifyUrl },
    closing: notYours,
  };
}

/** Offers the link once more. */
export function verificationLetter(verifyUrl: string): Letter {
  return {
    subject: 'Confirm your email address for Waypost',
    greeting: greetingWithoutName,
    paragraphs: [
      'Here is another link to confirm that this address is yours.',
      'The link works once, and for 7 days.',
    ],
    action: { label: 'Confirm email address', url: verifyUrl },
    closing: notYours,
  };
}

/** Asks at a new address whether it is its account's to be. */
export function confirmChangeLetter(verifyUrl: string): Letter {
  return {
    subject: 'Confirm your new email address for Waypost',
    greeting: greetingWithoutName,
    paragraphs: [
      'This address is to become the one that you sign in to Waypost with. It does as soon as you confirm it, and every other session is signed out then.',
      'The link works once, and for 24 hours.',
    ],
    action: { label: 'Confirm new email address', url: verifyUrl },
    closing: 'If you did not ask for this, do not use the link, and nothing happens.',
  };
}

/** Says at the address that counts that another one is to take its place. */
export function changeAskedLetter(reader: Reader, forgotUrl: string): Letter {
  return {
    subject: 'Your Waypost email address is about to change',
    greeting: greetingOf(reader),
    paragraphs: [
      'Somebody signed in to your Waypost account has asked to use another email address for it. Until that address is confirmed, this one counts.',
      'If it was not you, choose a new password now: this stops the change and signs everybody out.',
    ],
    action: { label: 'Reset the password', url: forgotUrl },
    closing: 'If it was you, there is nothing to do.',
  };
}

/** Says at an address that it does not count any more. */
export function addressChangedLetter(reader: Reader, appUrl: string): Letter {
  return {
    subject: 'Your Waypost email address was changed',
    greeting: greetingOf(reader),
    paragraphs: [
      'Your Waypost account now has another email address, which has been confirmed. This one signs in no longer.',
    ],
    action: { label: 'Open Waypost', url: appUrl },
    closing:
      'If it was not you, somebody had your password: ask whoever runs this Waypost to help you.',
  };
}
