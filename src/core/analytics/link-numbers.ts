import { ownLink } from '#core/links/own-link';
import { type Paged, pageOfRows } from '#core/shared/page';
import { moneyTotals, type MoneyTotals } from './money.ts';
import type { AnalyticsPorts } from './ports.ts';
import type { ClickPosition, ClicksQuestion, RecentClick, Units } from './reading.ts';

/** A variant's numbers in the range. */
export type Variant = MoneyTotals & {
  readonly variant: number;
  readonly url: string;
  /** Human clicks. */
  readonly clicks: number;
};

/** A link's running test. All conversions of the link are either a variant's or `notAssigned`. */
export type TestNumbers = {
  readonly variants: readonly Variant[];
  /**
   * Conversions of the link without a variant: their click is unknown, or does not belong to this
   * test. Null without a running test.
   */
  readonly notAssigned: MoneyTotals | null;
};

/** Each destination of the link's running test with its numbers; none without a test. */
export async function runningVariants(
  { links, reports }: Pick<AnalyticsPorts, 'links' | 'reports'>,
  { userId, linkId }: { readonly userId: string; readonly linkId: string | null },
  period: Units,
): Promise<TestNumbers> {
  const test = linkId === null ? null : await links.runningTest(userId, linkId);
  if (test === null || linkId === null) return { variants: [], notAssigned: null };

  const readings = await reports.variants({ userId, linkId, version: test.version }, period);
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

/** Returns one page of a link's clicks. Refuses `not_found`, also for another owner's link. */
export async function recentClicks(
  { links, reports }: Pick<AnalyticsPorts, 'links' | 'reports'>,
  userId: string,
  question: ClicksQuestion,
): Promise<Paged<RecentClick, ClickPosition>> {
  await ownLink(links, userId, question.linkId);
  const found = await reports.recentClicks(userId, { ...question, limit: question.limit + 1 });
  return pageOfRows(found, question, (click) => click);
}
