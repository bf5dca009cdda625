import type { NoticeJson as Notice } from '#contract/notices';
import { lazily } from '#web/lazily.ts';

/** One line of the menu: a notice, or several conversion notices shown as one. */
export type NoticeLine = Omit<Notice, 'id'> & {
  /** The ids of all notices in this line. */
  readonly ids: readonly string[];
};

/** The notices of one link on one day. `link` is null for a notice about the account. */
export type NoticeGroup = {
  readonly key: string;
  readonly link: Notice['link'];
  readonly lines: readonly NoticeLine[];
};

export type NoticeDay = {
  /** `Today`, `Yesterday`, or the date. */
  readonly title: string;
  readonly groups: readonly NoticeGroup[];
};

const date = lazily(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }));

/**
 * Groups notices by day in the browser's time zone, then by link. The conversions of one link and
 * day become one line. `notices` are ordered newest first.
 */
export function groupNotices(notices: readonly Notice[], now = new Date()): NoticeDay[] {
  const days = Map.groupBy(notices, ({ happenedAt }) => date().format(new Date(happenedAt)));
  const today = date().format(now);
  const yesterday = date().format(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1));
  return [...days].map(([day, ofDay]) => ({
    title: day === today ? 'Today' : day === yesterday ? 'Yesterday' : day,
    groups: groupsOf(ofDay),
  }));
}

function groupsOf(notices: readonly Notice[]): NoticeGroup[] {
  const groups = Map.groupBy(notices, ({ id, link }) => link?.id ?? id);
  return [...groups].map(([key, ofLink]) => ({
    key,
    link: ofLink[0]?.link ?? null,
    lines: linesOf(ofLink),
  }));
}

function linesOf(notices: readonly Notice[]): NoticeLine[] {
  const kinds = Map.groupBy(notices, ({ id, kind }) => (kind === 'conversions' ? kind : id));
  return [...kinds.values()].flatMap((alike) => {
    const [newest] = alike;
    return newest ? [lineOf(newest, alike)] : [];
  });
}

function lineOf(notice: Notice, alike: readonly Notice[]): NoticeLine {
  const { id: _, ...newest } = notice;
  const ids = alike.map(({ id }) => id);
  if (alike.length === 1) return { ...newest, ids };
  const count = alike.reduce((sum, each) => sum + (each.count ?? 0), 0);
  const isRead = alike.every((each) => each.isRead);
  return { ...newest, ids, count, isRead, amounts: sumsOf(alike) };
}

/** The sum of their amounts, per currency. */
function sumsOf(notices: readonly Notice[]): Notice['amounts'] {
  const cents = new Map<string, number>();
  for (const { currency, value: more } of notices.flatMap(({ amounts }) => amounts)) {
    cents.set(currency, (cents.get(currency) ?? 0) + more);
  }
  return [...cents].map(([currency, sum]) => ({ currency, value: sum }));
}
