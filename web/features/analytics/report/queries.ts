import type { QueryObserverResult } from '@tanstack/query-core';
import { api, ask, type Report } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { askedOf, type ReportQuestion } from './question.ts';

/** Begins the keys of everything that new clicks and conversions change. */
export const reportKey = ['analytics', 'report'] as const;

/** The answer to one question. */
export const reportQuery = atomPer<ReportQuestion, QueryObserverResult<Report>>((question) => {
  const query = askedOf(question);
  return queryAtom(() => ({
    queryKey: [...reportKey, query],
    queryFn: () => ask(api.analytics.report.get({ query })),
  }));
});
