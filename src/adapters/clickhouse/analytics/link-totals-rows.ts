import { nothingYet, type CurrencyTotals, type TotalsOfLink } from '#core/links/link-totals';

/** One row of the query in `link-totals-sql.ts`: part, link, currency, numbers. */
export type TotalsRow = readonly [string, string, string, readonly number[]];

/** Adds one row to its link's totals. */
export function addTotals(totals: Map<string, TotalsOfLink>, row: TotalsRow): void {
  const linkId = row[1];
  totals.set(linkId, { ...(totals.get(linkId) ?? nothingYet), ...saidBy(row, totals) });
}

function saidBy(
  [part, linkId, currency, [first = 0, second = 0, third = 0]]: TotalsRow,
  totals: ReadonlyMap<string, TotalsOfLink>,
): Partial<TotalsOfLink> {
  switch (part) {
    case 'clicks':
      return { clicks: first, botClicks: second, uniqueClicks: third };
    default: {
      const money = { currency, conversions: first, revenueCents: second, profitCents: third };
      return withMoney(totals.get(linkId) ?? nothingYet, money);
    }
  }
}

function withMoney(before: TotalsOfLink, money: CurrencyTotals): Partial<TotalsOfLink> {
  const conversions = before.conversions + money.conversions;
  if (money.currency === 'USD') {
    return { conversions, revenueCents: money.revenueCents, profitCents: money.profitCents };
  }
  const otherCurrencies = [...before.otherCurrencies, money].toSorted((left, right) =>
    left.currency < right.currency ? -1 : 1,
  );
  return { conversions, otherCurrencies };
}
