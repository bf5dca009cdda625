import type { Letter } from '#core/shared/mail';
import { greetingOf, type Reader } from '#core/shared/mail-name';
import type { SocialProvider } from './social-identity.ts';

/** How people call the providers. */
const names: Readonly<Record<SocialProvider, string>> = { google: 'Google', facebook: 'Facebook' };

/** Says that a provider opens the account from now on. */
export function linkedLetter(reader: Reader, provider: SocialProvider, forgotUrl: string): Letter {
  const name = names[provider];
  return {
    subject: `You can sign in to Waypost with ${name} now`,
    greeting: greetingOf(reader),
    paragraphs: [
      `Somebody signed in with a ${name} account that has this address, and your Waypost account knows it from now on. Your password works as before.`,
      'If it was not you, choose a new password, and look after your mail and that account.',
    ],
    action: { label: 'Reset the password', url: forgotUrl },
    closing: 'If it was you, there is nothing to do.',
  };
}

/** Says that an account nobody had confirmed is now its address's owner's alone. */
export function claimedLetter(reader: Reader, provider: SocialProvider, forgotUrl: string): Letter {
  return {
    subject: 'Your Waypost account is confirmed',
    greeting: greetingOf(reader),
    paragraphs: [
      `You signed in with ${names[provider]}, which confirms that this address is yours. The account had been opened with a password before anybody confirmed the address, so that password does not work any more, and everybody else was signed out.`,
      'If you would like a password beside it, choose one here.',
    ],
    action: { label: 'Choose a password', url: forgotUrl },
    closing: 'If you would rather not, there is nothing to do.',
  };
}
