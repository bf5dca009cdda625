import type { Trust } from '#contract/conversions/conversions';
import type { EventType } from '#contract/conversions/event-types';
import type { Currency } from '#contract/money';
import type { CurrencyTotals } from '#core/links/link-totals';

/** The facts of one conversion, in their simplest form. */
export type ConversionFacts = {
  readonly id: string;
  readonly linkId: string;
  readonly eventType: EventType;
  readonly valueCents: number;
  readonly profitCents: number;
  readonly currency: Currency;
  readonly isRefund: boolean;
};

type Known = { told: ConversionFacts; trust: Trust; isTouched: boolean; isRemoved: boolean };

const trusts: readonly Trust[] = ['unverified', 'inferred', 'verified', 'confirmed'];

/** An account's conversions, one by one, without versions or keys: all of them count. */
export function conversionModel() {
  const known: Known[] = [];
  const byOrder = new Map<string, Known>();

  return {
    /**
     * The first of equal reports wins, greater trust wins over lesser, and the owner's edit over
     * all.
     */
    report(order: string, told: ConversionFacts, trust: Trust): void {
      const found = byOrder.get(order);
      if (!found) {
        const added = { told, trust, isTouched: false, isRemoved: false };
        byOrder.set(order, added);
        known.push(added);
      } else if (!found.isTouched && trusts.indexOf(trust) > trusts.indexOf(found.trust)) {
        Object.assign(found, { told, trust });
      }
    },
    edit(id: string, change: Partial<ConversionFacts>): void {
      for (const one of known.filter(({ told }) => told.id === id)) {
        one.told = { ...one.told, ...change };
        one.isTouched = true;
      }
    },
    remove(id: string): void {
      for (const one of known.filter(({ told }) => told.id === id)) {
        one.isTouched = true;
        one.isRemoved = true;
      }
    },
    living: (): readonly ConversionFacts[] =>
      known.filter(({ isRemoved }) => !isRemoved).map(({ told }) => told),
  };
}

/** The money of rows by currency, sorted by code. */
export function moneyOf(rows: readonly ConversionFacts[]): readonly CurrencyTotals[] {
  const totals = new Map<string, CurrencyTotals>();
  for (const row of rows) {
    const before = totals.get(row.currency);
    totals.set(row.currency, {
      currency: row.currency,
      conversions: (before?.conversions ?? 0) + (row.isRefund ? 0 : 1),
      revenueCents: (before?.revenueCents ?? 0) + row.valueCents,
      profitCents: (before?.profitCents ?? 0) + row.profitCents,
    });
  }
  return [...totals.values()].toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}
