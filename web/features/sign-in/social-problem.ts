import { providerNames, providers } from '#web/instance.ts';

/**
 * The error that a failed provider sign-in left in the login's address, as a sentence; undefined
 * for none.
 */
export function socialProblem(query: URLSearchParams): string | undefined {
  const provider = providers.find((known) => known === query.get('provider'));
  return provider && sentences[query.get('problem') ?? '']?.(providerNames[provider]);
}

const sentences: Readonly<Record<string, (name: string) => string>> = {
  cancelled: (name) => `Signing in with ${name} was canceled.`,
  expired: () => 'This sign-in expired or was already used. Please try again.',
  away: (name) => `${name} cannot be reached right now. Please try again later.`,
  untrusted: (name) => `${name}'s answer could not be verified. Please try again.`,
  no_email: (name) =>
    `${name} did not share your email address. Allow it, or sign up with your email.`,
  email_unproven: (name) =>
    `Your email address is not confirmed at ${name}. Confirm it there, or sign up with your email.`,
  email_taken: () =>
    'An account with this email already exists. Sign in the way you did before, or reset its password.',
  closed: () => 'This Waypost does not accept new accounts.',
  suspended: () => 'This account is suspended. Please contact support.',
  too_many: () => 'Too many sign-ins from your network. Please try again later.',
};
