import { providerNames, providers } from '#web/instance.ts';

/** What a way back from a provider says in the login's address; undefined when it says nothing. */
export function socialProblem(query: URLSearchParams): string | undefined {
  const provider = providers.find((known) => known === query.get('provider'));
  return provider && sentences[query.get('problem') ?? '']?.(providerNames[provider]);
}

const sentences: Readonly<Record<string, (name: string) => string>> = {
  cancelled: (name) => `Signing in with ${name} was cancelled.`,
  expired: () => 'That sign-in took too long, or was already used. Please try again.',
  away: (name) => `${name} cannot be reached right now. Please try again in a moment.`,
  untrusted: (name) => `${name}'s answer could not be verified. Please try again.`,
  no_email: (name) =>
    `${name} did not share an email address, and an account needs one. Allow it, or sign up with your email.`,
  email_unproven: (name) =>
    `${name} has not confirmed your email address. Confirm it there, or sign up with your email.`,
  email_taken: () =>
    'An account with this email already exists. Sign in with the way you have used before, or reset its password.',
  closed: () => 'This Waypost takes no new accounts.',
  suspended: () => 'This account is suspended. Please contact support.',
  too_many: () => 'Too many sign-ins from your network. Please try again later.',
};
