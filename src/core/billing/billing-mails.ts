import type { MailContent } from '#core/shared/mail';
import { greetingWithoutName } from '#core/shared/mail-name';

/** Asks the owner of a paid but unfinished account to set its password. */
export function firstPasswordMail({
  setUrl,
  forgotUrl,
}: {
  setUrl: string;
  forgotUrl: string;
}): MailContent {
  return {
    subject: 'Your Waypost account is ready',
    greeting: greetingWithoutName,
    paragraphs: [
      'Thank you for your payment. Your lifetime access to Waypost is ready. Set a password to use it.',
      `The link works once and expires after 24 hours. You can request a new one here: ${forgotUrl}`,
    ],
    action: { label: 'Set a password', url: setUrl },
    closing: 'If you did not pay for a Waypost account, somebody mistyped their email address.',
  };
}

/** Says that a payment was added to an existing account; the payer may be another person. */
export function accessAddedMail(loginUrl: string): MailContent {
  return {
    subject: 'Lifetime access was added to your Waypost account',
    greeting: greetingWithoutName,
    paragraphs: [
      'Thank you for your payment. Your email address already has a Waypost account, so lifetime access was added to it.',
    ],
    action: { label: 'Sign in', url: loginUrl },
    closing: 'If the account already had lifetime access, we refund the payment.',
  };
}
