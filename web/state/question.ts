import type { QueryObserverResult } from '@tanstack/query-core';
import type { Atom } from 'jotai';
import type { TimeRange } from '#web/api.ts';
import { client } from './client.ts';
import { queryAtom } from './query-atom.ts';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What is asked about a range of days; without a link it is about the whole account. */
export type Question = { readonly timeRange: TimeRange; readonly linkId: string | null };

type Asked = { timeRange: TimeRange; tz: string; linkId?: string };

/**
 * The answers to questions, in days of the person's zone: one atom per question. `name` is the
 * first part of their keys in the cache.
 */
export function perQuestion<T>(
  name: string,
  answer: (query: Asked) => Promise<T>,
): (question: Question) => Atom<QueryObserverResult<T>> {
  const asked = new Map<string, Atom<QueryObserverResult<T>>>();
  return ({ timeRange, linkId }) => {
    const key = `${timeRange} ${linkId ?? ''}`;
    const known = asked.get(key);
    if (known) return known;

    const query = { timeRange, tz: zone, ...(linkId !== null && { linkId }) };
    const fresh = queryAtom<T>(client, () => ({
      queryKey: [name, query],
      queryFn: () => answer(query),
    }));
    asked.set(key, fresh);
    return fresh;
  };
}
