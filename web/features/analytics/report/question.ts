import { atom, useAtomValue } from 'jotai';
import { changedSearchParams, searchParamsAtom } from '#web/app/state/search-params.ts';
import { currencies, type Currency } from '#contract/money';
import { type FilterName, filterNames } from '#contract/analytics/report-filters';
import {
  filterChange,
  type Filters,
  filtersOf,
  operatorParameters,
  withFilter,
  withoutFilter,
} from '#web/features/analytics/filters/filters.ts';
import {
  type Comparison,
  comparisonOf,
  rangeChange,
  rangeOf,
  type ReportRange,
  unitIn,
} from '#web/features/address/ranges.ts';
import { createContext, use } from 'react';

/** The question of a report. */
export type ReportQuestion = {
  readonly range: ReportRange;
  readonly comparison: Comparison;
  /** Absent: days, or hours of one day. */
  readonly unit?: 'week' | 'month';
  readonly filters: Filters;
  /** Of the amounts and the costs; null or absent: the report's own. */
  readonly currency?: Currency | null;
};

/** The parameters of the API for a question. Several values of one filter match any of them. */
export type AskedReport = {
  readonly tz: string;
  readonly range?: string;
  readonly from?: string;
  readonly to?: string;
  readonly compare?: 'previous' | 'year';
  readonly unit?: 'week' | 'month';
  readonly currency?: Currency;
} & { readonly [Name in FilterName | 'not' | 'contains']?: string[] };

/** The time zone of the person's days. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The question in the page's address. */
export const questionAtom = atom((get): ReportQuestion => questionOf(get(searchParamsAtom)));

export function questionOf(searchParams: URLSearchParams): ReportQuestion {
  const unit = unitIn(searchParams);
  return {
    ...(unit !== 'day' && { unit }),
    range: rangeOf(searchParams),
    comparison: comparisonOf(searchParams),
    filters: filtersOf(searchParams),
    currency: currencyIn(searchParams),
  };
}

export function currencyIn(searchParams: URLSearchParams): Currency | null {
  const wanted = searchParams.get('currency');
  return currencies.find((code) => code === wanted) ?? null;
}

/** The question, about only this link instead of its former links. */
export function aboutLink(question: ReportQuestion, linkId: string): ReportQuestion {
  const only = { operator: 'is', values: [linkId] } as const;
  return { ...question, filters: withFilter(question.filters, 'link', only) };
}

/** The search part of a link's page with the same question, without the links. */
export function searchOf(question: ReportQuestion): string {
  const { range, comparison, unit, filters, currency } = question;
  const searchParams = changedSearchParams(new URLSearchParams(), {
    ...rangeChange(range),
    compare: comparison === 'none' ? null : comparison,
    unit: unit ?? null,
    currency: currency ?? null,
    ...filterChange(withoutFilter(filters, 'link')),
  });
  return searchParams.toString();
}

export function askedOf(question: ReportQuestion, tz = zone): AskedReport {
  const { range, comparison, unit, filters, currency } = question;
  const days = range.kind === 'days' ? { from: range.from, to: range.to } : { range: range.preset };
  return {
    tz,
    ...days,
    ...(comparison !== 'none' && { compare: comparison }),
    ...(unit && { unit }),
    ...(currency && { currency }),
    ...valuesIn(filters, filterNames),
    ...valuesIn(operatorParameters(filters), ['not', 'contains']),
  };
}

/** The values of each of these parameters that has some. */
function valuesIn<Name extends string>(
  parameters: Readonly<Partial<Record<Name, readonly string[] | null>>>,
  names: readonly Name[],
): Record<string, string[]> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const values = parameters[name];
      return values ? [[name, [...values]]] : [];
    }),
  );
}

/** The link of a page about one link, also when the address names another; otherwise null. */
export const ReportLink = createContext<string | null>(null);

/** The question of the report on this page. */
export function useReportQuestion(): ReportQuestion {
  const question = useAtomValue(questionAtom);
  const linkId = use(ReportLink);
  return linkId === null ? question : aboutLink(question, linkId);
}
