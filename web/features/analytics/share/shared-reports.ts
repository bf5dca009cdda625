import { atom } from 'jotai';
import type { AnswerJson, BodyJson } from '#contract/route';
import type { Routes } from '#contract/routes';
import { call, callAll } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { dependentKeys } from '#web/app/state/dependent-keys.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

export type SharedReport = AnswerJson<Routes['GET /api/v1/shared-reports']>['data'][number];
export type NewSharedReport = BodyJson<Routes['POST /api/v1/shared-reports']>;
export type SharedReportChanges = BodyJson<Routes['PATCH /api/v1/shared-reports/:id']>;

const key = ['shared reports'];

/** What the account shares, the newest first. Its views are counted all the time. */
export const sharedReportsQuery = queryAtom<readonly SharedReport[]>(() => ({
  queryKey: key,
  queryFn: () => callAll('GET /api/v1/shared-reports'),
  staleTime: 0,
}));

/** After a change: the list, and the settings of links, which show their public pages. */
const reloadSharedAtom = atom(null, async (_, set): Promise<void> => {
  await set(reloadAtom, key);
  void set(reloadAtom, dependentKeys.publicPages);
});

export const shareReportAtom = atom(null, async (_, set, body: NewSharedReport) => {
  const shared = await call('POST /api/v1/shared-reports', { body });
  await set(reloadSharedAtom);
  return shared;
});

type Changed = { readonly id: string; readonly body: SharedReportChanges };

export const changeSharedAtom = atom(null, async (_, set, { id, body }: Changed) => {
  const shared = await call('PATCH /api/v1/shared-reports/:id', { params: { id }, body });
  await set(reloadSharedAtom);
  return shared;
});

export const removeSharedAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await call('DELETE /api/v1/shared-reports/:id', { params: { id } });
  await set(reloadSharedAtom);
});
