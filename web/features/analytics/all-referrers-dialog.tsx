import type { QueryObserverResult } from '@tanstack/query-core';
import { type Atom, atom, useAtomValue } from 'jotai';
import type { Report, TimeRange } from '#web/api.ts';
import { currencyOf } from '#contract/analytics/measures';
import { reportQuery } from '#web/features/analytics/report/queries.ts';
import type { ReportQuestion } from '#web/features/analytics/report/question.ts';
import { AllValuesDialog } from './lists/all-values-dialog.tsx';

type AllReferrersDialogProps = {
  readonly timeRange: TimeRange;
  readonly isOpen: boolean;
  onClose(): void;
};

type Answered = Pick<QueryObserverResult<Report>, 'data' | 'error'>;
const unasked = atom<Answered>({ data: undefined, error: null });

/** Every referrer of a range. It opens once the report has said the currency of the money. */
export function AllReferrersDialog({ timeRange, isOpen, onClose }: AllReferrersDialogProps) {
  const question: ReportQuestion = {
    range: { kind: 'preset', preset: timeRange },
    comparison: 'none',
    filters: {},
  };
  const asked: Atom<Answered> = isOpen ? reportQuery(question) : unasked;
  const { data: report, error } = useAtomValue(asked);
  return (
    <AllValuesDialog
      dimension="referrers"
      question={question}
      measure="clicks"
      firstSort={{ by: 'clicks', isRising: false }}
      currency={report ? currencyOf(report) : 'USD'}
      hasCosts={false}
      isFixed
      isOpen={isOpen && (report !== undefined || error !== null)}
      onClose={onClose}
    />
  );
}
