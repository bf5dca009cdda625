import type { NewId } from '#core/shared/ids';
import { type MailContent, type Mail, write } from '#core/shared/mail';
import { greetingOf, mailName, type Reader } from '#core/shared/mail-name';
import { dayMs } from '#core/shared/time';
import type { ApiKey } from '#contract/api-keys';
import type { User } from '#core/accounts/user';

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
  }: { readonly at: Date; readonly cause?: string; readonly keys: readonly KeyName[] },
): Mail {
  const id = newId(at.getTime());
  return {
    ...write(
      passwordChangedContent(user, {
        forgotUrl: `${appUrl}/forgot-password`,
        keysUrl: `${appUrl}/settings/security`,
        keys,
      }),
    ),
    id,
    eventKey: `password changed ${cause ?? id}`,
    to: user.email,
    createdAt: at,
    givesUpAt: new Date(at.getTime() + noticeLifeMs),
  };
}
