import { useAtomValue, useSetAtom } from 'jotai';
import { currencies } from '#contract/money';
import type { Report } from '#web/api.ts';
import { reportQuery } from '#web/features/analytics/report/queries.ts';
import { useReportQuestion } from '#web/features/analytics/report/question.ts';
import { useCurrency } from '#web/features/analytics/report/read-only.ts';
import { costCurrencyAtom } from '#web/features/analytics/report/report-state.ts';
import { Select } from '#web/ui/fields/select.tsx';

/** The currency of the amounts of the question's report. */
export function CurrencyChoice() {
  const { data: report } = useAtomValue(reportQuery(useReportQuestion()));
  return <CurrencySelect report={report} />;
}

/** The currency of a report's amounts, where it has amounts in several. */
export function CurrencySelect({ report }: { readonly report: Report | undefined }) {
  const currency = useCurrency(report);
  const choose = useSetAtom(costCurrencyAtom);
  const used = currencies.filter(
    (code) => code === currency || report?.totals.money.some((money) => money.currency === code),
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
