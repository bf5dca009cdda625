import { atom } from 'jotai';
import { api, ask, type Notices } from '#web/api.ts';
import { clientAtom, reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const noticesKey = ['notices'];

/** The account's recent notices, and the unread count of all notices. */
export const noticesQuery = queryAtom<Notices>(() => ({
  queryKey: noticesKey,
  queryFn: () => ask(api.notices.get()),
}));

/** Marks the notices of `ids` as read, or all. The screen changes before the server answers. */
export const readNoticesAtom = atom(null, async (get, set, ids?: string[]): Promise<void> => {
  const client = get(clientAtom);
  await client.cancelQueries({ queryKey: noticesKey });
  client.setQueryData<Notices>(noticesKey, (before) => before && asRead(before, ids));
  try {
    await ask(api.notices.read.post(ids === undefined ? {} : { ids }));
  } finally {
    void set(reloadNoticesAtom);
  }
});

export const reloadNoticesAtom = atom(null, (_, set) => set(reloadAtom, noticesKey));

function asRead({ notices, unread }: Notices, ids?: readonly string[]): Notices {
  if (ids === undefined) {
    return { unread: 0, notices: notices.map((notice) => ({ ...notice, isRead: true })) };
  }
  const fresh = notices.filter(({ id, isRead }) => !isRead && ids.includes(id));
  return {
    unread: Math.max(0, unread - fresh.length),
    notices: notices.map((notice) => ({
      ...notice,
      isRead: notice.isRead || ids.includes(notice.id),
    })),
  };
}
