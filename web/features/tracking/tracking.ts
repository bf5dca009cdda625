import type { QueryObserverResult } from '@tanstack/query-core';
import { type Atom, atom } from 'jotai';
import type { AttemptJson, Postback } from '#contract/conversions/tracking';
import { call } from '#web/api.ts';
import { clientAtom, reloadAtom } from '#web/app/state/client.ts';
import { editLinkAtom } from '#web/features/links/links.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const pollMs = 2000;
const untrackedPollMs = 10_000;
const untrackedKey = ['untracked-attempts'];

/** The newest events of a link, polled every two seconds while shown. */
export const attemptsQuery = perLink<readonly AttemptJson[]>((linkId) =>
  queryAtom(() => ({
    queryKey: ['attempts', linkId],
    queryFn: async () =>
      (await call('GET /api/v1/conversion-attempts', { query: { linkId } })).data,
    staleTime: 0,
    refetchInterval: pollMs,
  })),
);

/** Events of links without conversion tracking, polled every ten seconds while shown. */
export const untrackedAttemptsQuery = queryAtom<readonly AttemptJson[]>(() => ({
  queryKey: untrackedKey,
  queryFn: async () =>
    (await call('GET /api/v1/conversion-attempts', { query: { untracked: 'true' } })).data,
  staleTime: 0,
  refetchInterval: untrackedPollMs,
}));

/** Turns on conversion tracking for a link and reloads the ignored events. */
export const startTrackingAtom = atom(null, async (_, set, linkId: string): Promise<void> => {
  await set(editLinkAtom, { id: linkId, change: { trackConversions: true } });
  await set(reloadAtom, untrackedKey);
});

/** The secret that authenticates a link's postbacks. */
export const postbackQuery = perLink<Postback>((linkId) =>
  queryAtom(() => ({
    queryKey: postbackKey(linkId),
    queryFn: () => call('GET /api/v1/links/:id/postback', { params: { id: linkId } }),
  })),
);

/** Replaces the secret of a link's postbacks. The previous secret is rejected from then on. */
export const rotatePostbackAtom = atom(null, async (get, _, linkId: string): Promise<void> => {
  const fresh = await call('POST /api/v1/links/:id/postback/rotate', { params: { id: linkId } });
  get(clientAtom).setQueryData(postbackKey(linkId), fresh);
});

function postbackKey(linkId: string) {
  return ['postback', linkId];
}

/** Returns one atom per link, the same atom each time. */
function perLink<T>(make: (linkId: string) => Atom<QueryObserverResult<T>>) {
  const made = new Map<string, Atom<QueryObserverResult<T>>>();
  return (linkId: string): Atom<QueryObserverResult<T>> => {
    const known = made.get(linkId);
    if (known) return known;
    const fresh = make(linkId);
    made.set(linkId, fresh);
    return fresh;
  };
}
