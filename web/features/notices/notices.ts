import { atom } from 'jotai';
import type { NoticeListJson as Notices } from '#contract/notices';
import { call } from '#web/api.ts';
import { clientAtom, reloadAtom } from '#web/app/state/client.ts';
import { dependentKeys } from '#web/app/state/dependent-keys.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const noticesKey = ['notices'];
/** What notices tell of. */
const toldOf = [dependentKeys.alerts, dependentKeys.splitTests, dependentKeys.webhooks];

/** The unread count of all notices, as the server last announced it to this page. */
export const unreadAtom = atom(0);

/** The account's recent notices. */
export const noticesQuery = queryAtom<Notices>(() => ({
  queryKey: noticesKey,
  queryFn: () => call('GET /api/v1/notices', { query: {} }),
}));

/** Marks the notices of `ids` as read, or all. The screen changes before the server answers. */
export const readNoticesAtom = atom(null, async (get, set, ids?: string[]): Promise<void> => {
  const client = get(clientAtom);
  const unread = get(unreadAtom);
  await client.cancelQueries({ queryKey: noticesKey });
  const known = client.getQueryData<Notices>(noticesKey);
  if (known) {
    const read = asRead({ ...known, unread }, ids);
    client.setQueryData<Notices>(noticesKey, read);
    set(unreadAtom, read.unread);
  }
  try {
    await call('POST /api/v1/notices/read', { body: { ids } });
  } catch (error) {
    set(unreadAtom, unread);
    throw error;
  } finally {
    void set(reloadNoticesAtom);
  }
});

const reloadNoticesAtom = atom(null, (_, set) => set(reloadAtom, noticesKey));

/** The notices have changed: shows the count, and loads again what is open of them and their subjects. */
export const noticesChangedAtom = atom(null, (_, set, unread: number): void => {
  set(unreadAtom, unread);
  void set(reloadNoticesAtom);
  for (const key of toldOf) void set(reloadAtom, key);
});

function asRead(known: Notices, ids?: readonly string[]): Notices {
  const { data, unread } = known;
  if (ids === undefined) {
    return { ...known, unread: 0, data: data.map((notice) => ({ ...notice, isRead: true })) };
  }
  const fresh = data.filter(({ id, isRead }) => !isRead && ids.includes(id));
  return {
    ...known,
    unread: Math.max(0, unread - fresh.length),
    data: data.map((notice) => ({
      ...notice,
      isRead: notice.isRead || ids.includes(notice.id),
    })),
  };
}
