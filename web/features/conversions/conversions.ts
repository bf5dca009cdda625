import type { QueryObserverResult } from '@tanstack/query-core';
import { atom } from 'jotai';
import type { ConversionsJson } from '#contract/conversions/conversions';
import type { ConversionChangesJson } from '#contract/conversions/programs';
import { call } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { type Question, rangeAsked } from '#web/features/address/time-ranges.tsx';
import { refreshNumbersAtom } from '#web/app/state/refresh-numbers.ts';

/** Page size of both lists. */
export const conversionsPageSize = 20;

/** A time range, an optional link, and the cursor of each list. */
export type ConversionsQuestion = Question & {
  readonly cursor: string | null;
  readonly linksCursor: string | null;
};

/** The conversions of a time range: totals, one page of conversions and one page of links. */
export const conversionsQuery = atomPer<ConversionsQuestion, QueryObserverResult<ConversionsJson>>(
  ({ cursor, linksCursor, ...question }) => {
    const query = {
      ...rangeAsked(question),
      limit: String(conversionsPageSize),
      ...(cursor !== null && { cursor }),
      ...(linksCursor !== null && { linksCursor }),
    };
    return queryAtom(() => ({
      queryKey: ['conversions', query],
      queryFn: () => call('GET /api/conversions', { query }),
    }));
  },
);

type Edit = { readonly id: string; readonly change: ConversionChangesJson };

export const editConversionAtom = atom(null, async (_, set, { id, change }: Edit) => {
  await call('PATCH /api/v1/conversions/:id', { params: { id }, body: change });
  void set(refreshNumbersAtom);
});

export const removeConversionAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await call('DELETE /api/v1/conversions/:id', { params: { id } });
  void set(refreshNumbersAtom);
});
