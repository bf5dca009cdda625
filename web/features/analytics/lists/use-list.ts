import type { QueryObserverResult } from '@tanstack/query-core';
import { type Atom, atom, useAtom, useAtomValue } from 'jotai';
import type { Dimension } from '#contract/analytics/report-filters';
import type { Report } from '#web/api.ts';
import type { Measure } from '#contract/analytics/measures';
import { useReportQuestion } from '#web/features/analytics/report/question.ts';
import {
  useCurrency,
  useIsReadOnly,
  useListQuery,
  useMeasure,
  useMeasures,
} from '#web/features/analytics/report/read-only.ts';
import type { ListCardName } from '#web/features/analytics/report/report-state.ts';
import { usePrevious } from '#web/ui/answers/use-previous.ts';
import { type Column, isOfCosts, type Sort } from './list-columns.ts';
import { hasColumn } from './list-query.ts';
import type { List } from './list-rows.ts';
import { sortAtoms } from './shown-lists.ts';

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
  readonly card: ListCardName;
  readonly dimension: Dimension;
  readonly report: Report | undefined;
  /** Whether the card has room for unique visitors. */
  readonly isWide: boolean;
};

type Answered = Pick<QueryObserverResult<List>, 'data' | 'error'> & { refetch?(): unknown };
const nothing = atom<Answered>({ data: undefined, error: null });

/**
 * A list by the chosen measure. It is asked for when the report has come: that names the currency of the
 * money, and the first numbers do not share the server with the lists.
 */
export function useList({ card, dimension, report, isWide }: Asked): ShownList {
  const question = useReportQuestion();
  const queryOf = useListQuery();
  const isReadOnly = useIsReadOnly();
  const measures: readonly Column[] = useMeasures();
  const measure = useMeasure();
  const [wanted, setWanted] = useAtom(sortAtoms[card]);
  const usual: Sort = { by: measure, isRising: false };
  const list = {
    question,
    dimension,
    currency: useCurrency(report),
    hasVisitors: isWide || measure === 'visitors' || wanted?.by === 'visitors',
  };
  const isSeen = (column: Column) =>
    (isOfCosts(column) ? !isReadOnly : measures.includes(column)) && hasColumn(list, column);
  const sort = wanted !== null && isSeen(wanted.by) ? wanted : usual;
  const onSort = ({ by, isRising }: Sort) =>
    setWanted(by === measure && !isRising ? null : { by, isRising });
  const asked = { ...list, sort };
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
