import type { QueryObserverResult } from '@tanstack/query-core';
import { call, type Report } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { askedOf, type ReportQuestion } from './question.ts';

/** Begins the keys of everything that new clicks and conversions change. */
export const reportKey = ['analytics', 'report'] as const;

/** The answer to one question. Lists are asked for by themselves: the first numbers come sooner. */
export const reportQuery = atomPer<ReportQuestion, QueryObserverResult<Report>>((question) => {
  const query = { ...askedOf(question), lists: 'none' };
  return queryAtom(() => ({
    queryKey: [...reportKey, query],
    queryFn: () => call('GET /api/analytics/report', { query }),
  }));
});
