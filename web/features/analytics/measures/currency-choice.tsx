import { useAtomValue, useSetAtom } from 'jotai';
import { currencies } from '#contract/money';
import { reportQuery } from '#web/features/analytics/report/queries.ts';
import { useReportQuestion } from '#web/features/analytics/report/question.ts';
import { useCurrency } from '#web/features/analytics/report/read-only.ts';
import { costCurrencyAtom } from '#web/features/analytics/report/report-state.ts';
import { Select } from '#web/ui/fields/select.tsx';

/** The currency of the amounts, where the range has amounts in several. */
export function CurrencyChoice() {
  const { data: report } = useAtomValue(reportQuery(useReportQuestion()));
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
