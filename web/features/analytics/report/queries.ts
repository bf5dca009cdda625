import type { QueryObserverResult } from '@tanstack/query-core';
import { call, type Report } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { askedOf, type ReportQuestion } from './question.ts';
import type { Dimension } from '#contract/analytics/report-filters';

/** Begins the keys of everything that new clicks and conversions change. */
export const reportKey = ['analytics', 'report'] as const;

type AskedReport = {
  readonly question: ReportQuestion;
  /** Which lists the answer has. */
  readonly lists: readonly Dimension[];
};

/** The answer to one question. */
export const reportQuery = atomPer<AskedReport, QueryObserverResult<Report>>((asked) => {
  const lists = asked.lists.length === 0 ? ['none'] : [...asked.lists];
  const query = { ...askedOf(asked.question), lists };
  return queryAtom(() => ({
    queryKey: [...reportKey, query],
    queryFn: () => call('GET /api/analytics/report', { query }),
  }));
});
