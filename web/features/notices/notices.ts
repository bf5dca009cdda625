import { atom } from 'jotai';
import { api, ask, type Notices } from '#web/api.ts';
import { clientAtom, reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const noticesKey = ['notices'];

/** The person's recent notices, and how many of all they have not seen. */
export const noticesQuery = queryAtom<Notices>(() => ({
  queryKey: noticesKey,
  queryFn: () => ask(api.notices.get()),
}));

/** Marks notices as seen, those of `ids` or all; the screen does not wait for the server. */
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
