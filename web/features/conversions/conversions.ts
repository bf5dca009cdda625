import type { QueryObserverResult } from '@tanstack/query-core';
import { api, ask, type ConversionChange, type Conversions, type NewConversion } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { client } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { type Question, rangeAsked } from '#web/features/analytics/question.ts';
import { refreshNumbers } from '#web/app/state/refresh-numbers.ts';

/** Entries on a page of either list. */
export const conversionsPageSize = 20;

/** A range, and where the page of each list begins. */
export type ConversionsQuestion = Question & {
  readonly cursor: string | null;
  readonly linksCursor: string | null;
};

/** The conversions of a range: what they come to, and a page of them and of their links. */
export const conversionsQuery = atomPer<ConversionsQuestion, QueryObserverResult<Conversions>>(
  ({ cursor, linksCursor, ...question }) => {
    const query = {
      ...rangeAsked(question),
      limit: String(conversionsPageSize),
      ...(cursor !== null && { cursor }),
      ...(linksCursor !== null && { linksCursor }),
    };
    return queryAtom(client, () => ({
      queryKey: ['conversions', query],
      queryFn: () => ask(api.conversions.get({ query })),
    }));
  },
);

export async function recordConversion(wish: NewConversion): Promise<void> {
  await ask(api.conversions.post(wish));
  void refreshNumbers();
}

export async function editConversion(id: string, change: ConversionChange): Promise<void> {
  await ask(api.conversions({ id }).put(change));
  void refreshNumbers();
}

export async function removeConversion(id: string): Promise<void> {
  await ask(api.conversions({ id }).delete());
  void refreshNumbers();
}
