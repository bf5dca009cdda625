import { utcDay } from '#core/shared/time';
import type { NewNotice } from './notice.ts';
import type { ClickMilestones, NewNotices } from './ports.ts';
import { lookBackMs, recentQueries } from './recent-queries.ts';

/** Numbers of human clicks on a link that cause a notice; the first one has its own kind. */
export const clickMilestones = [1, 100, 1_000, 10_000, 100_000, 1_000_000] as const;

/** A link with its human clicks: before the first day of the range, and over all time. */
export type PassedLink = {
  readonly userId: string;
  readonly linkId: string;
  readonly clicksBefore: number;
  readonly clicks: number;
};

type Counted = NewNotices & { readonly clicks: ClickMilestones };

const firstId = '00000000-0000-0000-0000-000000000000';
const linksAtOnce = 500;
/** Notices that this process has stored are not sent to the database again, up to this many. */
const remembered = 20_000;

/**
 * Creates a notice of a link's first click and of each milestone that its clicks pass, once each:
 * the clicks of a link never decrease, and the notice's key contains link and milestone.
 */
export function notifyOfMilestones({ clicks, notices, clock }: Counted) {
  const queryRecent = recentQueries(clock);
  const told = new Set<string>();

  const notifySince = async (sinceMs: number): Promise<void> => {
    const nowMs = clock.now();
    const sinceDay = utcDay(nowMs - lookBackMs);
    const question = { sinceMs, sinceDay, milestones: clickMilestones, limit: linksAtOnce };
    for (let after: string | undefined = firstId; after !== undefined;) {
      const links = await clicks.passed({ ...question, after });
      const news = links.flatMap((link) => noticesOf(link, new Date(nowMs)));
      await addNews(news.filter(({ eventKey }) => !told.has(eventKey)));
      after = links.length === linksAtOnce ? links.at(-1)?.linkId : undefined;
    }
  };
  const addNews = async (news: readonly NewNotice[]): Promise<void> => {
    if (news.length === 0) return;
    await notices.add(news.map((notice) => ({ notice, mail: null })));
    if (told.size > remembered) told.clear();
    for (const { eventKey } of news) told.add(eventKey);
  };

  return (): Promise<void> => queryRecent(clicks.rows, notifySince);
}

function noticesOf({ userId, linkId, ...link }: PassedLink, happenedAt: Date): NewNotice[] {
  return clickMilestones
    .filter((milestone) => link.clicksBefore < milestone && milestone <= link.clicks)
    .map((milestone) => ({
      userId,
      linkId,
      happenedAt,
      amounts: [],
      count: milestone,
      kind: milestone === 1 ? 'first_click' : 'click_milestone',
      eventKey: `clicks ${milestone} ${linkId}`,
    }));
}
