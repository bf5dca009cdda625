import { type Activity, api, ask } from '#web/api.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

/** What happened to the account lately; looked at anew by whoever comes to see it. */
export const activityQuery = queryAtom<Activity[]>(() => ({
  queryKey: ['activity'],
  queryFn: () => ask(api.activity.get()),
  staleTime: 0,
}));
