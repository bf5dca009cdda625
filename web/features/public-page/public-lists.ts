import type { QueryObserverResult } from '@tanstack/query-core';
import { mostPublicLists } from '#contract/analytics/report-filters';
import type { Currency } from '#contract/money';
import { call, callForAnswer } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import type { Exported } from '#web/features/analytics/export/export-report.ts';
import { batch } from '#web/features/analytics/lists/batch.ts';
import { metricNamed } from '#web/features/analytics/lists/list-columns.ts';
import type { ListAsked } from '#web/features/analytics/lists/list-query.ts';
import { type List, listOf, shortList } from '#web/features/analytics/lists/list-rows.ts';
import type { Measure } from '#contract/analytics/measures';
import { saveBlob } from '#web/save-file.ts';
import { type AskedPage, pageKey, parametersOf } from './public-report.ts';

type AskedList = ListAsked & { readonly page: AskedPage };

/** A list of a page, by the number that its visitor chose. */
export const publicListQuery = atomPer<AskedList, QueryObserverResult<List>>((asked) =>
  queryAtom(() => ({
    queryKey: [...pageKey(asked.page.token), 'list', asked],
    queryFn: async () => shortList(await ask(asked), null),
  })),
);

/**
 * One call for the lists of one moment. While the dates or the currency change, they can differ: then one
 * call for each.
 */
const ask = batch(mostPublicLists, async (lists: readonly AskedList[]) => {
  const groups = Map.groupBy(lists, ({ page, currency }) => JSON.stringify([page, currency]));
  const answered = await Promise.all([...groups.values()].map(askTogether));
  const found = new Map(answered.flat());
  return lists.flatMap((list) => found.get(list) ?? []);
});

async function askTogether(lists: readonly AskedList[]) {
  const [first] = lists;
  if (first === undefined) return [];
  const { page, currency } = first;
  const { lists: answers } = await call('GET /api/public/:token/lists', {
    params: { token: page.token },
    query: { ...parametersOf(page), currency, list: lists.map(nameOf) },
  });
  return answers.flatMap((answer, place) => {
    const list = lists[place];
    if (list === undefined) return [];
    const { warnings, ...rest } = answer;
    const shown = listOf(list.dimension, {
      ...rest,
      ...{ nextCursor: null, meta: { warnings }, query: { currency } },
    });
    return [[list, shown] as const];
  });
}

/** As the address names a list: `referrers:revenue:desc`. */
function nameOf({ dimension, sort, hasVisitors }: AskedList): string {
  const order = `${metricNamed(sort.by)}:${sort.isRising ? 'asc' : 'desc'}`;
  return `${dimension}:${order}${hasVisitors ? ':visitors' : ''}`;
}

type Saved = {
  readonly page: AskedPage;
  readonly currency: Currency;
  readonly what: Exported;
  /** A list is sorted by it. */
  readonly measure: Measure;
};

/** Saves the numbers over time, or a list, as CSV. Rejects when it cannot be downloaded. */
export async function savePublic({ page, currency, what, measure }: Saved): Promise<void> {
  const part = what === 'series' ? what : `${what}:${metricNamed(measure)}:desc`;
  const answer = await callForAnswer('GET /api/public/:token/file', {
    params: { token: page.token },
    query: { ...parametersOf(page), currency, what: part },
  });
  saveBlob(await answer.blob(), `report-${what}.csv`);
}
