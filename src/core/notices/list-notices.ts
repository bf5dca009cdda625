import type { Notice } from './notice.ts';

/** The newest notices, latest first, and the number of all unread ones. */
export type NoticeList = { readonly notices: readonly Notice[]; readonly unread: number };

export type ListNoticesPorts = {
  readonly notices: {
    newest(userId: string, limit: number): Promise<NoticeList>;
  };
};

const shown = 50;

/** Returns a person's recent notices. */
export function listNotices({ notices }: ListNoticesPorts) {
  return (userId: string): Promise<NoticeList> => notices.newest(userId, shown);
}
