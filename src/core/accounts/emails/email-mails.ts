import type { MailContent } from '#core/shared/mail';
import { greetingOf, greetingWithoutName, type Reader } from '#core/shared/mail-name';

const notYours =
  'If you did not create a Waypost account, somebody mistyped their email address. Ignore this email.';

/** Greets a new person and contains a link that proves their address. */
export function welcomeMail(verifyUrl: string): MailContent {
  return {
    subject: 'Welcome to Waypost: confirm your email address',
    greeting: greetingWithoutName,
    paragraphs: [
      'Your account is ready. Confirm that this email address is yours, so that you can always recover your account.',
      'The link works once and expires after 7 days.',
    ],
    action: { label: 'Confirm email address', url: verifyUrl },
    closing: notYours,
  };
}

/** Contains a new link that proves the address. */
export function verificationMail(verifyUrl: string): MailContent {
  return {
    subject: 'Confirm your email address for Waypost',
    greeting: greetingWithoutName,
    paragraphs: [
      'Here is a new link to confirm that this email address is yours.',
      'The link works once and expires after 7 days.',
    ],
    action: { label: 'Confirm email address', url: verifyUrl },
    closing: notYours,
  };
}

/** Asks the reader of a new address to confirm that it is to become the account's address. */
export function confirmChangeMail(verifyUrl: string): MailContent {
  return {
    subject: 'Confirm your new email address for Waypost',
    greeting: greetingWithoutName,
    paragraphs: [
      'You asked to sign in to Waypost with this email address. It takes effect when you confirm it, and signs out your other sessions.',
      'The link works once and expires after 24 hours.',
    ],
    action: { label: 'Confirm new email address', url: verifyUrl },
    closing: 'If you did not ask for this, ignore this email.',
  };
}

/** Says at the current address that another address is about to replace it. */
export function changeAskedMail(reader: Reader, forgotUrl: string): MailContent {
  return {
    subject: 'Your Waypost email address is about to change',
    greeting: greetingOf(reader),
    paragraphs: [
      'Somebody who is signed in to your Waypost account asked to change its email address. Until the new address is confirmed, this address stays in use.',
      'If it was not you, reset your password now. This stops the change and signs out all sessions.',
    ],
    action: { label: 'Reset your password', url: forgotUrl },
    closing: 'If it was you, you do not need to do anything.',
  };
}

/** Says at a former address that the account does not use it any more. */
export function emailChangedMail(reader: Reader, appUrl: string): MailContent {
  return {
    subject: 'Your Waypost email address was changed',
    greeting: greetingOf(reader),
    paragraphs: [
      'The email address of your Waypost account was changed, and the new address is confirmed. You can no longer sign in with this address.',
    ],
    action: { label: 'Open Waypost', url: appUrl },
    closing:
      'If it was not you, somebody knows your password. Contact the operator of this Waypost.',
  };
}
