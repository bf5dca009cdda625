import { atom, useAtomValue, useSetAtom } from 'jotai';
import { currencies } from '#contract/money';
import type { Report } from '#web/api.ts';
import { costsQuery } from '#web/features/analytics/costs/costs.ts';
import { reportQuery } from '#web/features/analytics/report/queries.ts';
import { useReportQuestion } from '#web/features/analytics/report/question.ts';
import { useCurrency } from '#web/features/analytics/report/read-only.ts';
import { currencyAtom } from '#web/features/analytics/report/report-state.ts';
import { Select } from '#web/ui/fields/select.tsx';

const unasked = atom({ data: undefined });

/** The currency of the amounts and the costs of the question's report. */
export function CurrencyChoice() {
  const question = useReportQuestion();
  const { data: report } = useAtomValue(reportQuery(question));
  // A report in a chosen currency without costs does not name the currencies of the others.
  const isUnnamed = report?.costs === null && Boolean(question.currency);
  const { data: costs } = useAtomValue(isUnnamed ? costsQuery : unasked);
  return <CurrencySelect report={report} costs={costs} />;
}

type CurrencySelectProps = {
  readonly report: Pick<Report, 'totals' | 'comparedTotals' | 'costs'> | undefined;
  /** The account's costs, where the report does not name their currencies. */
  readonly costs?: readonly { readonly currency: string }[] | undefined;
};

/** The currency of a report's amounts and costs, where it has them in several. */
export function CurrencySelect({ report, costs = [] }: CurrencySelectProps) {
  const currency = useCurrency(report);
  const choose = useSetAtom(currencyAtom);
  const named = [...(report?.totals.money ?? []), ...costs].map((each) => each.currency);
  const used = currencies.filter(
    (code) => code === currency || named.includes(code) || report?.costs?.currencies.includes(code),
  );
  if (report === undefined || used.length < 2) return null;
  return (
    <Select
      label="Currency of the amounts"
      value={currency}
      options={used.map((value) => ({ value, label: value }))}
      onChange={choose}
    />
  );
}
