import type { QueryObserverResult } from '@tanstack/query-core';
import { type Atom, atom, useAtomValue } from 'jotai';
import { useState } from 'react';
import type { Dimension } from '#contract/analytics/report-filters';
import type { Report } from '#web/api.ts';
import type { Measure } from '#web/features/analytics/measures/measures.ts';
import { useReportQuestion } from '#web/features/analytics/report/question.ts';
import { useCurrency, useListQuery, useMeasure } from '#web/features/analytics/report/read-only.ts';
import { usePrevious } from '#web/ui/use-previous.ts';
import type { Sort } from './list-query.ts';
import type { List } from './list-rows.ts';

/** A list of a card, in the state in which it is. */
export type ShownList = {
  /** Undefined while it is loading. */
  readonly list: List | undefined;
  /** The list of another question is shown while the next one is loading. */
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly measure: Measure;
  readonly sort: Sort;
  onSort(sort: Sort): void;
  onRetry(): void;
};

type Asked = {
  readonly dimension: Dimension;
  readonly report: Report | undefined;
  /** Whether the card has room for unique visitors. */
  readonly isWide: boolean;
};

type Answered = Pick<QueryObserverResult<List>, 'data' | 'error'> & { refetch?(): unknown };
const nothing = atom<Answered>({ data: undefined, error: null });

/** The order of a list: the largest of the measure first, until a column is chosen. */
export function useSort(measure: Measure): readonly [Sort, (sort: Sort) => void] {
  const [chosen, setChosen] = useState<{ measure: Measure; sort: Sort } | null>(null);
  const sort = chosen?.measure === measure ? chosen.sort : { by: measure, isRising: false };
  return [sort, (wanted) => setChosen({ measure, sort: wanted })];
}

/**
 * A list by the chosen measure. It is asked for when the report has come: that names the currency of the
 * money, and the first numbers do not share the server with the lists.
 */
export function useList({ dimension, report, isWide }: Asked): ShownList {
  const question = useReportQuestion();
  const queryOf = useListQuery();
  const measure = useMeasure();
  const [sort, onSort] = useSort(measure);
  const asked = {
    question,
    dimension,
    currency: useCurrency(report),
    sort,
    hasVisitors: isWide || measure === 'visitors' || sort.by === 'visitors',
  };
  const answer: Atom<Answered> = report === undefined ? nothing : queryOf(asked);
  const query = useAtomValue(answer);
  const { value, beside } = usePrevious(query.error ? undefined : query.data, dimension);
  const kept = beside === dimension ? value : undefined;
  return {
    list: report && (query.data ?? kept),
    isStale: query.data === undefined && kept !== undefined,
    error: query.data === undefined ? query.error : null,
    measure,
    sort,
    onSort,
    onRetry: () => void query.refetch?.(),
  };
}
