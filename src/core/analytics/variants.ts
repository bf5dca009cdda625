import type { CurrencyTotals } from '#core/links/link-totals';
import { ownLink, type OwnLinks } from '#core/links/own-link';
import { rangeOf, type Days } from './days.ts';
import { moneyTotals, type MoneyTotals } from './money.ts';

/** The split test that a link runs now. */
export type SplitTest = {
  readonly version: number;
  /** Destinations in order: the first is variant 1. */
  readonly urls: readonly string[];
};

/** The counts of one variant. A variant without events is absent. */
export type VariantReading = {
  /** From 1; 0 for conversions that no variant of the test can be given. */
  readonly variant: number;
  /** Human clicks. */
  readonly clicks: number;
  readonly money: readonly CurrencyTotals[];
};

/** A variant's numbers in the range. */
export type Variant = MoneyTotals & {
  readonly variant: number;
  readonly url: string;
  /** Human clicks. */
  readonly clicks: number;
};

/** A link's running test. Together its conversions are those of the link. */
export type TestNumbers = {
  readonly variants: readonly Variant[];
  /**
   * Conversions of the link that no variant can be given: without a click, or of a click outside this
   * test. Null without a running test.
   */
  readonly notAssigned: MoneyTotals | null;
};

export type VariantsPorts = {
  readonly splitTests: {
    /**
     * The running test of the account's link; null when it runs none, or when the link is not the
     * account's.
     */
    running(userId: string, linkId: string): Promise<SplitTest | null>;
  };
  readonly variants: {
    /**
     * Counts the clicks of one version of a link's test within [fromMs, toMs), and all conversions of
     * the link by the variant that led to them. A conversion with a known variant but no other click
     * data counts for that version. Fails when the event store is away or does not answer in time.
     */
    read(
      asked: { readonly userId: string; readonly linkId: string; readonly version: number },
      range: { readonly fromMs: number; readonly toMs: number },
    ): Promise<readonly VariantReading[]>;
  };
};

/** Each destination of the link's running test with its numbers; none without a test. */
export async function runningVariants(
  { splitTests, variants }: VariantsPorts,
  { userId, linkId }: { readonly userId: string; readonly linkId: string | null },
  range: { readonly fromMs: number; readonly toMs: number },
): Promise<TestNumbers> {
  const test = linkId === null ? null : await splitTests.running(userId, linkId);
  if (test === null || linkId === null) return { variants: [], notAssigned: null };

  const readings = await variants.read({ userId, linkId, version: test.version }, range);
  const others = readings.filter(({ variant }) => test.urls[variant - 1] === undefined);
  return {
    variants: test.urls.map((url, index) => {
      const found = readings.find(({ variant }) => variant === index + 1);
      return {
        variant: index + 1,
        url,
        clicks: found?.clicks ?? 0,
        ...moneyTotals(found?.money ?? []),
      };
    }),
    notAssigned: moneyTotals(others.flatMap(({ money }) => money)),
  };
}

export type LinkVariantsPorts = VariantsPorts & { readonly links: OwnLinks };

/**
 * Each destination of a link's running test with its numbers between the first and the last
 * boundary; none without a test. Refuses `not_found`, also for another owner's link.
 */
export function linkVariants(ports: LinkVariantsPorts) {
  return async (
    asked: { readonly userId: string; readonly linkId: string },
    days: Pick<Days, 'boundariesMs'>,
  ): Promise<TestNumbers> => {
    const { userId, linkId } = asked;
    await ownLink(ports.links, userId, linkId);
    return runningVariants(ports, asked, rangeOf(days));
  };
}
