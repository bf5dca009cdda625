import { useAtomValue } from 'jotai';
import { Link } from 'react-router';
import { isMoney, type Measure, measureLabels } from '#contract/analytics/measures';
import { filterNames } from '#contract/analytics/report-filters';
import { filterLabels, operatorWords } from '#web/features/address/filter-names.ts';
import { daysLabel, localDay, presets, type ReportRange } from '#web/features/address/ranges.ts';
import {
  FilterValues,
  type FilterValuesProps,
} from '#web/features/analytics/filters/filter-values.tsx';
import { operatorOf } from '#web/features/analytics/filters/filters.ts';
import type { ReportQuestion } from '#web/features/analytics/report/question.ts';
import { wholeNumber } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { type SharedReport, sharedReportsQuery } from './shared-reports.ts';

/** A range in words: `the last 30 days`, `Oct 29 – Nov 27`. */
export function rangeWords(range: ReportRange): string {
  if (range.kind === 'days') return daysLabel(range, localDay(new Date()));
  const label = presets.find(({ value }) => value === range.preset)?.label ?? range.preset;
  return label.startsWith('Last') ? `the ${label.toLowerCase()}` : label.toLowerCase();
}

type WhatIsShownProps = {
  readonly question: ReportQuestion;
  /** The number with which the page opens. */
  readonly measure: Measure;
  /** Whether it is the report that the page shows. */
  readonly isOnScreen: boolean;
  readonly showsMoney: boolean;
};

/** Says in words what the page of a question shows. */
export function WhatIsShown({ question, measure, isOnScreen, showsMoney }: WhatIsShownProps) {
  const { range, comparison, filters } = question;
  const names = filterNames.filter((name) => filters[name]);
  const isOneLink =
    names.every((name) => name === 'link' || name === 'class') &&
    filters.link?.length === 1 &&
    operatorOf(filters, 'link') === 'is';
  const opensWith = isMoney(measure) && !showsMoney ? 'clicks' : measure;
  return (
    <p className="text-sm text-muted">
      Shows {isOnScreen && 'what you see: '}clicks and conversions
      {showsMoney && ', revenue and profit'} of {rangeWords(range)}
      {comparison === 'previous' && ', compared with the period before'}
      {comparison === 'year' && ', compared with the year before'}
      {names.length === 0 && ', of all links'}
      {names.map((name) => (
        <span key={name}>
          , <FilterWords filters={filters} name={name} />
        </span>
      ))}
      {isOneLink
        ? ', with its split test while one runs'
        : ', and lists links by title and address'}
      . {opensWith !== 'clicks' && `It opens with ${measureLabels[opensWith].toLowerCase()}. `}
      Nothing else of your account.
    </p>
  );
}

/** One filter of a question: `Country Germany or France`, `Country is not Germany`. */
export function FilterWords(props: FilterValuesProps) {
  const { filters, name } = props;
  const operator = operatorOf(filters, name);
  return (
    <span className="[&_bdi]:text-text">
      {filterLabels[name]} {operator !== 'is' && `${operatorWords[operator]} `}
      <FilterValues {...props} />
    </span>
  );
}

type PreviewLinkProps = { readonly report: SharedReport; readonly className: string };

/** Opens the report as its visitors see it. That is no view, and needs no password. */
export function PreviewLink({ report, className }: PreviewLinkProps) {
  const token = report.url.split('/').at(-1) ?? '';
  return (
    <a
      href={paths.previewOf(token)}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
    >
      Preview<span className="sr-only"> of {report.name} (opens in a new tab)</span>
    </a>
  );
}

/** Leads to the list of shared reports; says how many there are, once that is known. */
export function AllShared() {
  const { data } = useAtomValue(sharedReportsQuery);
  return (
    <Link
      to={paths.sharedReports}
      className="flex items-center justify-self-start rounded-sm text-sm font-semibold text-accent-text hover:underline touch"
    >
      All shared reports{data && data.length > 0 && ` (${wholeNumber(data.length)})`}
    </Link>
  );
}
