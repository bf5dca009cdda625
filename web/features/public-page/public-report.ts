import type { QueryObserverResult } from '@tanstack/query-core';
import { atom } from 'jotai';
import { call, type PublicReport } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { askedOf, type ReportQuestion } from '#web/features/analytics/report/question.ts';
import type { Dimension } from '#contract/analytics/report-filters';

/** The question to a public page; its token names the link. */
export type AskedPage = {
  readonly token: string;
  readonly question: Pick<ReportQuestion, 'range' | 'comparison'>;
  /** Which lists the answer has. */
  readonly lists: readonly Dimension[];
};

const key = (token: string) => ['public page', token];

/** One link's numbers as everybody with the page's address sees them. */
export const publicReportQuery = atomPer<AskedPage, QueryObserverResult<PublicReport>>(
  ({ token, question, lists }) => {
    const query = { ...askedOf({ ...question, filters: {} }), lists: [...lists] };
    return queryAtom(() => ({
      queryKey: [...key(token), query],
      queryFn: () => call('GET /api/public/:token', { params: { token }, query }),
    }));
  },
);

type Guess = { readonly token: string; readonly password: string };

/** Opens a page with a password, for this browser and for one hour. */
export const unlockAtom = atom(null, async (_, set, { token, password }: Guess): Promise<void> => {
  await call('POST /api/public/:token/unlock', { params: { token }, body: { password } });
  await set(reloadAtom, key(token));
});
