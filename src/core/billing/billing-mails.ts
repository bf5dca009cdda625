import type { Letter } from '#core/shared/mail';
import { greetingWithoutName } from '#core/shared/mail-name';

/** Offers to set the password of an account that was paid for and never finished. */
export function firstPasswordLetter({
  setUrl,
  forgotUrl,
}: {
  setUrl: string;
  forgotUrl: string;
}): Letter {
  return {
    subject: 'Your Waypost account is ready',
    greeting: greetingWithoutName,
    paragraphs: [
      'Thank you for your payment: your lifetime access to Waypost is ready. All that it needs is a password.',
      `The link works once, and for 24 hours. Afterwards ask for a new one here: ${forgotUrl}`,
    ],
    action: { label: 'Set a password', url: setUrl },
    closing: 'If you did not pay for a Waypost account, somebody mistyped their address.',
  };
}

/** Says that a payment was added to an account that exists; the payer may be somebody else. */
export function accessAddedLetter(loginUrl: string): Letter {
  return {
    subject: 'Lifetime access was added to your Waypost account',
    greeting: greetingWithoutName,
    paragraphs: [
      'Thank you for your payment. Your address has a Waypost account already, so lifetime access was added to it.',
    ],
    action: { label: 'Sign in', url: loginUrl },
    closing: 'If the account had lifetime access before, you get the money back.',
  };
}
