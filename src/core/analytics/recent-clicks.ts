import { ownLink } from '#core/links/own-link';
import type { AnalyticsPorts } from './ports.ts';
import type { ClickPosition, ClicksQuestion, RecentClick } from './reading.ts';

export type ClicksPage = {
  readonly clicks: readonly RecentClick[];
  /** Where the next page begins; null on the last one. */
  readonly next: ClickPosition | null;
};

/** Returns one page of a link's clicks. Refuses `not_found`, also for another owner's link. */
export async function recentClicks(
  { links, reports }: Pick<AnalyticsPorts, 'links' | 'reports'>,
  userId: string,
  question: ClicksQuestion,
): Promise<ClicksPage> {
  const { linkId, limit } = question;
  await ownLink(links, userId, linkId);
  const found = await reports.recentClicks(userId, { ...question, limit: limit + 1 });
  const page = found.slice(0, limit);
  return { clicks: page, next: found.length > limit ? (page.at(-1) ?? null) : null };
}
