import type { MailContent } from '#core/shared/mail';
import { greetingOf, type Reader } from '#core/shared/mail-name';
import type { SocialProvider } from '#contract/sign-in';

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
