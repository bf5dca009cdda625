import { atom } from 'jotai';
import type {
  AlertChanges,
  AlertJson as Alert,
  AlertTrouble,
  NewAlert,
} from '#contract/analytics/alerts';
import { call, callAll } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { dependentKeys } from '#web/app/state/dependent-keys.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const alertsKey = dependentKeys.alerts;

/** The account's alerts, the oldest first. */
export const alertsQuery = queryAtom<readonly Alert[]>(() => ({
  queryKey: alertsKey,
  queryFn: () => callAll('GET /api/v1/alerts'),
  staleTime: 0,
}));

export const addAlertAtom = atom(null, async (_, set, body: NewAlert): Promise<void> => {
  await call('POST /api/v1/alerts', { body });
  await set(reloadAtom, alertsKey);
});

type Changed = { readonly id: string; readonly body: AlertChanges };

export const changeAlertAtom = atom(null, async (_, set, { id, body }: Changed) => {
  await call('PATCH /api/v1/alerts/:id', { params: { id }, body });
  await set(reloadAtom, alertsKey);
});

export const removeAlertAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await call('DELETE /api/v1/alerts/:id', { params: { id } });
  await set(reloadAtom, alertsKey);
});

/** Why an alert is not judged, and what helps. */
export const troubleWords: Readonly<Record<AlertTrouble, string>> = {
  too_few:
    'Not enough yet to notice when they stop. That takes four weeks with about 20 each, or more if many come at once.',
  too_many_links: 'The tag has too many links to be counted.',
};
