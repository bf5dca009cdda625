import type { QueryObserverResult } from '@tanstack/query-core';
import { api, ask, type LinkClicks } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

/** Clicks on a page. */
const pageSize = 20;

/** A page of a link's clicks; null begins with the newest. */
export type ClicksAsked = { readonly linkId: string; readonly cursor: string | null };

export const recentClicksQuery = atomPer<ClicksAsked, QueryObserverResult<LinkClicks>>(
  ({ linkId, cursor }) =>
    queryAtom(() => ({
      queryKey: ['analytics', 'clicks', linkId, cursor],
      queryFn: () =>
        ask(
          api.links({ id: linkId }).clicks.get({
            query: { class: 'human', limit: String(pageSize), ...(cursor !== null && { cursor }) },
          }),
        ),
    })),
);
