import { api, ask, type SignInWays } from '#web/api.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

/** What opens the account; looked at anew by whoever comes to see it. */
export const signInWaysQuery = queryAtom<SignInWays>(() => ({
  queryKey: ['sign-in-ways'],
  queryFn: () => ask(api.profile['sign-in'].get()),
  staleTime: 0,
}));
