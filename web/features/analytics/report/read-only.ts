import type { QueryObserverResult } from '@tanstack/query-core';
import { type Atom, useAtomValue } from 'jotai';
import { createContext, use } from 'react';
import type { Currency } from '#contract/money';
import type { Report } from '#web/api.ts';
import {
  currencyOf,
  isMoney,
  isPerClick,
  type Measure,
  measureLabels,
  measures,
} from '#contract/analytics/measures';
import { type ListAsked, listQuery } from '#web/features/analytics/lists/list-query.ts';
import { isOfConversions, type List } from '#web/features/analytics/lists/list-rows.ts';
import { countedClasses } from '#web/features/analytics/filters/filters.ts';
import { useReportQuestion } from './question.ts';
import { filtersAtom, measureAtom } from './report-state.ts';

/** The limits of a report that visitors can only read; null on the owner's pages. */
export const ReadOnlyReport = createContext<{
  readonly showsMoney: boolean;
  /** The classes of visits that its numbers count. */
  readonly classes: readonly string[];
  /** Whether the report is about several links, and names them. */
  readonly listsLinks: boolean;
  /** A list as its visitors see it. */
  readonly listQuery: (asked: ListAsked) => Atom<QueryObserverResult<List>>;
} | null>(null);

/**
 * Whether the report is of a link that tracks no conversions and has none: what is made of conversions
 * is left out, because it would look like a zero.
 */
export const WithoutConversions = createContext(false);

/** Where the report's lists are asked for. */
export function useListQuery(): (asked: ListAsked) => Atom<QueryObserverResult<List>> {
  return use(ReadOnlyReport)?.listQuery ?? listQuery;
}

/** Whether the report's numbers can only be read: no filters, no whole lists, no notes. */
export function useIsReadOnly(): boolean {
  return use(ReadOnlyReport) !== null;
}

/** Whether the report has a list of links. */
export function useListsLinks(): boolean {
  return use(ReadOnlyReport)?.listsLinks ?? true;
}

/** The measures that may be seen. */
export function useMeasures(): readonly Measure[] {
  const hidesMoney = use(ReadOnlyReport)?.showsMoney === false;
  const isWithout = use(WithoutConversions);
  return measures.filter(
    (measure) => !(hidesMoney && isMoney(measure)) && !(isWithout && isOfConversions(measure)),
  );
}

const noClasses: readonly string[] = [];

/** The classes of visits that are counted as clicks by a filter; empty when they are people alone. */
export function useCountedClasses(): readonly string[] {
  const own = countedClasses(useAtomValue(filtersAtom));
  const classes = use(ReadOnlyReport)?.classes ?? own;
  return classes.some((name) => name !== 'human') ? classes : noClasses;
}

/** The measure in the address, or the first one when that measure is hidden or has no value. */
export function useMeasure(): Measure {
  const wanted = useAtomValue(measureAtom);
  const isWithBots = useCountedClasses().length > 0;
  const isShown = useMeasures().includes(wanted) && !(isWithBots && isPerClick(wanted));
  return isShown ? wanted : 'clicks';
}

/** What is counted, one of it. Visits of bots are not called clicks. */
export function useClickWord(): 'click' | 'visit' {
  return useCountedClasses().length > 0 ? 'visit' : 'click';
}

/** A measure's name on screens. Visits of bots are not called clicks. */
export function useMeasureLabel(measure: Measure): string {
  return labelOf(measure, useCountedClasses().length > 0);
}

/** The measures that may be seen, with their names. */
export function useMeasureNames(): readonly (readonly [Measure, string])[] {
  const isWithBots = useCountedClasses().length > 0;
  return useMeasures().map((measure) => [measure, labelOf(measure, isWithBots)]);
}

function labelOf(measure: Measure, isWithBots: boolean): string {
  return isWithBots && measure === 'clicks' ? 'Visits' : measureLabels[measure];
}

/** The currency of the amounts: the chosen one, or else the report's; US dollars while it is loading. */
export function useCurrency(
  report: Pick<Report, 'totals' | 'comparedTotals' | 'costs'> | undefined,
): Currency {
  const { currency = null } = useReportQuestion();
  return report ? currencyOf(report, currency) : (currency ?? 'USD');
}
