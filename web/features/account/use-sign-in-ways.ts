import { useAtomValue } from 'jotai';
import { providerNames } from '#web/instance.ts';
import type { SignInWays } from '#contract/accounts/sign-in';
import { call } from '#web/api.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

/**
 * The ways to sign in to the account: password and providers. Fetched each time a screen needs
 * them.
 */
const signInWaysQuery = queryAtom<SignInWays>(() => ({
  queryKey: ['sign-in-ways'],
  queryFn: () => call('GET /api/profile/sign-in'),
  staleTime: 0,
}));

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
