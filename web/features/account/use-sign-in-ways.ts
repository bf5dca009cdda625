import { useAtomValue } from 'jotai';
import { providerNames } from '#web/instance.ts';
import { signInWaysQuery } from './sign-in-ways.ts';

/** The ways to sign in to the account. Assumes a password until they are loaded. */
export function useSignInWays() {
  const { data } = useAtomValue(signInWaysQuery);
  const providers = data?.providers ?? [];
  return {
    hasPassword: data?.hasPassword ?? true,
    providers,
    /** Joined for a sentence: `Google or Facebook`. */
    providerNames: providers.map((provider) => providerNames[provider]).join(' or '),
  };
}
