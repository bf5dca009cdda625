import type { Click } from '#core/clicks/click';
import { ownLink, type OwnLinks } from '#core/links/own-link';

/** A click as the owner of its link sees it: without the address, and without the visitor. */
export type RecentClick = Pick<
  Click,
  | 'clickId'
  | 'atMs'
  | 'class'
  | 'variant'
  | 'country'
  | 'city'
  | 'device'
  | 'browser'
  | 'os'
  | 'referrer'
  | 'utmSource'
  | 'utmMedium'
  | 'utmCampaign'
  | 'utmTerm'
  | 'utmContent'
  | 'entry'
  | 'channel'
> & {
  /** Whether it is the visitor's first human click on the link; cookieless: of that UTC day. */
  readonly isUnique: boolean;
};

/** A click's place in the list, newest first. */
export type ClickPosition = Pick<RecentClick, 'atMs' | 'clickId'>;

export type ClicksQuestion = {
  readonly linkId: string;
  readonly class: Click['class'];
  readonly limit: number;
  readonly after: ClickPosition | null;
};

export type RecentClicksPorts = {
  readonly links: OwnLinks;
  readonly clicks: {
    /** At most `limit` clicks of the account's link, newest first, after the position. */
    recent(userId: string, question: ClicksQuestion): Promise<readonly RecentClick[]>;
  };
};

export type ClicksPage = {
  readonly clicks: readonly RecentClick[];
  /** Where the next page begins; null on the last one. */
  readonly next: ClickPosition | null;
};

/** Returns one page of a link's clicks. Refuses `not_found`, also for another owner's link. */
export function recentClicks({ links, clicks }: RecentClicksPorts) {
  return async (userId: string, question: ClicksQuestion): Promise<ClicksPage> => {
    const { linkId, limit } = question;
    await ownLink(links, userId, linkId);
    const found = await clicks.recent(userId, { ...question, limit: limit + 1 });
    const page = found.slice(0, limit);
    return { clicks: page, next: found.length > limit ? (page.at(-1) ?? null) : null };
  };
}
