import type { CurrencyTotals } from '#core/links/link-totals';
import { provenLeader } from './leader.ts';
import { moneyTotals, type MoneyTotals } from './money.ts';

/** The split test that a link runs at the moment. */
export type SplitTest = {
  readonly version: number;
  /** Destinations in their order: the first is variant 1. */
  readonly urls: readonly string[];
};

/** What was counted of one variant; one that nothing happened to is absent. */
export type VariantReading = {
  readonly variant: number;
  /** Human clicks. */
  readonly clicks: number;
  readonly money: readonly CurrencyTotals[];
};

/** A variant's part of the range. */
export type Variant = MoneyTotals & {
  readonly variant: number;
  readonly url: string;
  /** Human clicks. */
  readonly clicks: number;
  /** Whether it converts better than every other by more than chance explains. */
  readonly isBest: boolean;
};

export type VariantsPorts = {
  readonly splitTests: {
    /** The test that the account's link runs; null when it runs none, or is not the account's. */
    running(userId: string, linkId: string): Promise<SplitTest | null>;
  };
  readonly variants: {
    /**
     * Counts what clicks of one version of a link's test, and conversions led to by them, were
     * within [fromMs, toMs). A conversion of which only the variant is known counts for that
     * version. Fails when the event store is away or does not answer in time.
     */
    read(
      asked: { readonly userId: string; readonly linkId: string; readonly version: number },
      range: { readonly fromMs: number; readonly toMs: number },
    ): Promise<readonly VariantReading[]>;
  };
};

/** Each destination of the link's running test with what it brought; none without a test. */
export async function runningVariants(
  { splitTests, variants }: VariantsPorts,
  { userId, linkId }: { readonly userId: string; readonly linkId: string | null },
  range: { readonly fromMs: number; readonly toMs: number },
): Promise<readonly Variant[]> {
  const test = linkId === null ? null : await splitTests.running(userId, linkId);
  if (test === null || linkId === null) return [];

  const readings = await variants.read({ userId, linkId, version: test.version }, range);
  const counted = test.urls.map((url, index) => {
    const found = readings.find(({ variant }) => variant === index + 1);
    return {
      variant: index + 1,
      url,
      clicks: found?.clicks ?? 0,
      ...moneyTotals(found?.money ?? []),
    };
  });
  const best = provenLeader(counted);
  return counted.map((variant, index) => ({ ...variant, isBest: index === best }));
}
