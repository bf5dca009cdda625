import type { QueryObserverResult } from '@tanstack/query-core';
import type { Atom } from 'jotai';
import { api, ask, type Attempt, type Postback } from '#web/api.ts';
import { client } from './client.ts';
import { queryAtom } from './query-atom.ts';

const pollMs = 2000;

/** The newest attempts to report a conversion of a link, asked again every two seconds while seen. */
export const attemptsQuery = perLink<Attempt[]>((linkId) =>
  queryAtom(client, () => ({
    queryKey: ['attempts', linkId],
    queryFn: () => ask(api.conversions.attempts.get({ query: { linkId } })),
    staleTime: 0,
    refetchInterval: pollMs,
  })),
);

/** The secret by which postbacks of a link are known. */
export const postbackQuery = perLink<Postback>((linkId) =>
  queryAtom(client, () => ({
    queryKey: postbackKey(linkId),
    queryFn: () => ask(api.links({ id: linkId }).postback.get()),
  })),
);

/** Gives the link's postbacks a new secret; the one before is refused from now on. */
export async function rotatePostback(linkId: string): Promise<void> {
  const fresh = await ask(api.links({ id: linkId }).postback.rotate.post());
  client.setQueryData(postbackKey(linkId), fresh);
}

function postbackKey(linkId: string) {
  return ['postback', linkId];
}

/** One atom per link, the same one each time. */
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
