import { type Activity, api, ask } from '#web/api.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

/** The account's recent activity. Fetched each time the card is shown. */
export const activityQuery = queryAtom<Activity[]>(() => ({
  queryKey: ['activity'],
  queryFn: () => ask(api.activity.get()),
  staleTime: 0,
}));
