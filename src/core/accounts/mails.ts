import type { ApiKey } from '#contract/accounts/api-keys';
import type { SocialProvider } from '#contract/accounts/sign-in';
import type { NewId } from '#core/shared/ids';
import { type MailContent, type Mail, write } from '#core/shared/mail';
import { greetingOf, greetingWithoutName, mailName, type Reader } from '#core/shared/mail-name';
import { dayMs } from '#core/shared/time';
import type { User } from './user.ts';

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

/** How long the outbox retries a mail about a security change. */
export const noticeLifeMs = 3 * dayMs;

/** Contains a link that sets a new password. */
export function resetMail(reader: Reader, resetUrl: string): MailContent {
  return {
    subject: 'Reset your Waypost password',
    greeting: greetingOf(reader),
    paragraphs: [
      'Somebody requested a new password for your Waypost account. If it was you, choose a new password here.',
      'The link works once and expires after 24 hours.',
    ],
    action: { label: 'Choose a new password', url: resetUrl },
    closing: 'If it was not you, ignore this email. Your password does not change.',
  };
}

type KeyName = Pick<ApiKey, 'name' | 'ending'>;
/** A key, which works until its end. */
type EndingKey = KeyName & Pick<ApiKey, 'expiresAt'>;

type ChangedPassword = {
  readonly forgotUrl: string;
  /** Where the account's API keys can be revoked. */
  readonly keysUrl: string;
  /** The API keys that still work. */
  readonly keys: readonly KeyName[];
};

/** Says that the password has changed, so that the owner notices a change made by somebody else. */
export function passwordChangedContent(
  reader: Reader,
  { forgotUrl, keysUrl, keys }: ChangedPassword,
): MailContent {
  return {
    subject: 'Your Waypost password was changed',
    greeting: greetingOf(reader),
    paragraphs: [
      'The password of your Waypost account was changed, and all other sessions were signed out.',
      'API keys and postback secrets still work, so that no sale is missed.',
      keys.length === 0 ? 'Your account has no API keys.' : remaining(keys, keysUrl),
      'If it was not you, reset your password now:',
    ],
    action: { label: 'Reset your password', url: forgotUrl },
    closing: 'If it was you, you do not need to do anything.',
  };
}

function remaining(keys: readonly KeyName[], keysUrl: string): string {
  const named = keys.map(
    ({ name, ending }) => `${mailName(name) ?? 'API key'} (ends in ${ending})`,
  );
  return `These API keys still work: ${named.join(', ')}. If you do not recognize one, revoke all of them with one button: ${keysUrl}`;
}

/** The mail about a changed password. `cause` identifies the change when it already has an id. */
export function passwordChangedMail(
  { appUrl, newId }: { readonly appUrl: string; readonly newId: NewId },
  user: Pick<User, 'firstName' | 'verified' | 'email'>,
  {
    at,
    cause,
    keys,
  }: { readonly at: Date; readonly cause?: string; readonly keys: readonly EndingKey[] },
): Mail {
  const id = newId(at.getTime());
  return {
    ...write(
      passwordChangedContent(user, {
        forgotUrl: `${appUrl}/forgot-password`,
        keysUrl: `${appUrl}/settings/security`,
        keys: keys.filter(({ expiresAt }) => expiresAt === null || expiresAt > at),
      }),
    ),
    id,
    eventKey: `password changed ${cause ?? id}`,
    to: user.email,
    createdAt: at,
    givesUpAt: new Date(at.getTime() + noticeLifeMs),
  };
}

/** The providers' display names. */
const names: Readonly<Record<SocialProvider, string>> = { google: 'Google', facebook: 'Facebook' };

/** Says that a provider can now open the account. */
export function linkedMail(
  reader: Reader,
  provider: SocialProvider,
  forgotUrl: string,
): MailContent {
  const name = names[provider];
  return {
    subject: `You can now sign in to Waypost with ${name}`,
    greeting: greetingOf(reader),
    paragraphs: [
      `Somebody signed in with a ${name} account that has this email address. It is now linked to your Waypost account. The ways in which you signed in before still work.`,
      'If it was not you, reset your password, and check the security of your email and of that account.',
    ],
    action: { label: 'Reset your password', url: forgotUrl },
    closing: 'If it was you, you do not need to do anything.',
  };
}

/**
 * Says that an account with an unconfirmed address now belongs to the owner of the address alone.
 */
export function claimedMail(
  reader: Reader,
  provider: SocialProvider,
  forgotUrl: string,
): MailContent {
  return {
    subject: 'Your Waypost account is confirmed',
    greeting: greetingOf(reader),
    paragraphs: [
      `You signed in with ${names[provider]}, which confirms that this email address is yours. The account was created before the address was confirmed. For your security, the password or sign-in that it was created with no longer works, and all other sessions were signed out.`,
      'If you also want a password, choose one here.',
    ],
    action: { label: 'Choose a password', url: forgotUrl },
    closing: 'If you do not want a password, you do not need to do anything.',
  };
}
