import type { Notice } from './notice.ts';

/** The newest notices, the latest first, and how many of all are unread. */
export type NoticeList = { readonly notices: readonly Notice[]; readonly unread: number };

export type ListNoticesPorts = {
  readonly notices: {
    newest(userId: string, limit: number): Promise<NoticeList>;
  };
};

const shown = 50;

/** What somebody has been told lately. */
export function listNotices({ notices }: ListNoticesPorts) {
  return (userId: string): Promise<NoticeList> => notices.newest(userId, shown);
}
