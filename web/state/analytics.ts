import type { Atom } from 'jotai';
import type { QueryObserverResult } from '@tanstack/query-core';
import { api, ask, type Analytics, type TimeRange } from '#web/api.ts';
import { client } from './client.ts';
import { queryAtom } from './query-atom.ts';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A question to analytics; without a link it is about the whole account. */
export type Question = { readonly timeRange: TimeRange; readonly linkId: string | null };

const asked = new Map<string, Atom<QueryObserverResult<Analytics>>>();

/** The answer to a question, in days of the person's zone: one atom per question. */
export function analyticsQuery({
  timeRange,
  linkId,
}: Question): Atom<QueryObserverResult<Analytics>> {
  const key = `${timeRange} ${linkId ?? ''}`;
  const known = asked.get(key);
  if (known) return known;

  const query = { timeRange, tz: zone, ...(linkId !== null && { linkId }) };
  const fresh = queryAtom<Analytics>(client, () => ({
    queryKey: ['analytics', query],
    queryFn: () => ask(api.analytics.get({ query })),
  }));
  asked.set(key, fresh);
  return fresh;
}
