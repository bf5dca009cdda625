import type { Conversions } from '#web/api.ts';
import { money, oneDecimal, wholeNumber } from '#web/format.ts';
import { StatCard } from '#web/ui/stat-card.tsx';
import { besideDollars, type OtherCurrencies } from '#web/features/events/other-currencies.tsx';

/** The totals of a time range. */
export function ConversionStats({ answer }: { readonly answer: Conversions | undefined }) {
  const totals = answer?.totals;
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatCard
        label="Total Conversions"
        value={totals && wholeNumber(totals.conversions)}
        reserved={['44.9% of USD revenue confirmed']}
      >
        {answer && confirmedNote(answer)}
      </StatCard>
      <StatCard
        label="Total Profit"
        value={totals && money(totals.profitCents)}
        reserved={['in US dollars']}
      >
        {totals && note(totals.otherCurrencies, 'profit')}
      </StatCard>
      <StatCard
        label="Total Revenue"
        value={totals && money(totals.revenueCents)}
        reserved={['in US dollars']}
      >
        {totals && note(totals.otherCurrencies, 'revenue')}
      </StatCard>
      <StatCard
        label="Avg. Conversion Rate"
        value={totals && `${oneDecimal(totals.averageRate)}%`}
        reserved={[rateNote(10)]}
      >
        {totals && rateNote(totals.overallRate)}
      </StatCard>
    </div>
  );
}

function note(others: OtherCurrencies, amount: 'revenue' | 'profit'): string {
  return besideDollars(others, amount) ?? 'in US dollars';
}

function rateNote(overallRate: number): string {
  return `average of the links that track conversions; ${oneDecimal(overallRate)}% of all their clicks`;
}

function confirmedNote({ confirmedShare, totals }: Conversions): string {
  if (confirmedShare !== null) return `${oneDecimal(confirmedShare)}% of USD revenue confirmed`;
  return totals.conversions === 0 ? 'in this range' : 'no amounts in US dollars';
}
