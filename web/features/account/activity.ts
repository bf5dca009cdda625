import { type Activity, api, ask } from '#web/api.ts';
import { client } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

/** What happened to the account lately; looked at anew by whoever comes to see it. */
export const activityQuery = queryAtom<Activity[]>(client, () => ({
  queryKey: ['activity'],
  queryFn: () => ask(api.activity.get()),
  staleTime: 0,
}));
