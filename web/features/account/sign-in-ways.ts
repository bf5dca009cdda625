import { api, ask, type SignInWays } from '#web/api.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

/**
 * The ways to sign in to the account: password and providers. Fetched each time a screen needs
 * them.
 */
export const signInWaysQuery = queryAtom<SignInWays>(() => ({
  queryKey: ['sign-in-ways'],
  queryFn: () => ask(api.profile['sign-in'].get()),
  staleTime: 0,
}));
