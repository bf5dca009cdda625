import type { QueryObserverResult } from '@tanstack/query-core';
import { atom } from 'jotai';
import type { ListedSplitTestJson, SplitTestJson } from '#contract/split-tests/split-tests';
import { call, callAll } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { clientAtom, reloadAtom } from '#web/app/state/client.ts';
import { dependentKeys } from '#web/app/state/dependent-keys.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import type { AnswerJson, BodyJson, DeepReadonly } from '#contract/route';
import type { Routes } from '#contract/routes';

export type SplitTest = DeepReadonly<SplitTestJson>;
export type ListedSplitTest = DeepReadonly<ListedSplitTestJson>;
export type Destination = SplitTest['destinations'][number];
export type SplitTestChange = BodyJson<Routes['PATCH /api/v1/links/:id/split-tests/:testId']>;

/** Below the links: a change of links or conversions can change a test's numbers. */
export const testsOfLinkKey = ['links', 'split tests'];
/** Apart from them: every page has it, and clicks do not change it, but links and verdicts do. */
const allTestsKey = dependentKeys.splitTests;

const testsOf = (linkId: string) => ({
  queryKey: [...testsOfLinkKey, linkId],
  queryFn: async (): Promise<readonly SplitTest[]> =>
    (await call('GET /api/v1/links/:id/split-tests', { params: { id: linkId }, query: {} })).data,
});

/** The tests of a link: the running one first, then past ones, newest first. */
export const splitTestsQuery = atomPer<string, QueryObserverResult<readonly SplitTest[]>>(
  (linkId) => queryAtom(() => testsOf(linkId)),
);

/** Returns the tests of a link, of the last five minutes or called for. Rejects as `call` does. */
export const readTestsAtom = atom(null, (get, _, linkId: string) =>
  get(clientAtom).fetchQuery(testsOf(linkId)),
);

export type SplitPlan = DeepReadonly<AnswerJson<Routes['GET /api/v1/links/:id/split-plan']>>;

/** What a test of the link would take, for as many destinations as it may have. */
export const splitPlanQuery = atomPer<string, QueryObserverResult<SplitPlan>>((linkId) =>
  queryAtom(() => ({
    queryKey: [...testsOfLinkKey, 'plan', linkId],
    queryFn: (): Promise<SplitPlan> =>
      call('GET /api/v1/links/:id/split-plan', { params: { id: linkId }, query: {} }),
  })),
);

/** The test that runs on a link; null while it is unknown, where none runs, and without a link. */
export const runningTestAtom = atomPer<string | null, SplitTest | null>((linkId) =>
  atom((get) => {
    const tests = linkId === null ? [] : (get(splitTestsQuery(linkId)).data ?? []);
    return tests.find(({ isRunning }) => isRunning) ?? null;
  }),
);

/** The tests of the account. */
export const allSplitTestsQuery = queryAtom(() => ({
  queryKey: allTestsKey,
  queryFn: (): Promise<readonly ListedSplitTest[]> => callAll('GET /api/v1/split-tests'),
}));

/** How many tests of the account run; 0 while it is unknown. */
export const runningCountAtom = atom(
  (get) => (get(allSplitTestsQuery).data ?? []).filter(({ isRunning }) => isRunning).length,
);

/** Fetches the tests of the account again, after a change that can begin or end one. */
export const reloadTestsAtom = atom(null, (_, set) => set(reloadAtom, allTestsKey));
