import type { QueryObserverResult } from '@tanstack/query-core';
import { api, ask, type LinkVariants } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { reportKey } from './report/queries.ts';
import { askedOf, type ReportQuestion } from './report/question.ts';

type VariantsAsked = { readonly linkId: string; readonly range: ReportQuestion['range'] };

/** The variants of a link's running split test, in a time range. */
export const linkVariantsQuery = atomPer<VariantsAsked, QueryObserverResult<LinkVariants>>(
  ({ linkId, range }) => {
    const query = askedOf({ range, comparison: 'none', filters: {} });
    return queryAtom(() => ({
      queryKey: [...reportKey, 'variants', linkId, query],
      queryFn: () => ask(api.links({ id: linkId }).variants.get({ query })),
    }));
  },
);
