import type { QueryObserverResult } from '@tanstack/query-core';
import { atom } from 'jotai';
import type { BodyJson } from '#contract/route';
import type { Routes } from '#contract/routes';
import { call, type PublicPage } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { dependentKeys } from '#web/app/state/dependent-keys.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const key = (linkId: string) => [...dependentKeys.publicPages, linkId];

/** The public page of a link as its owner sees it. */
export const publicPageQuery = atomPer<string, QueryObserverResult<PublicPage>>((linkId) =>
  queryAtom(() => ({
    queryKey: key(linkId),
    queryFn: () => call('GET /api/v1/links/:id/public-page', { params: { id: linkId } }),
  })),
);

type Sharing = {
  readonly linkId: string;
  readonly input: BodyJson<Routes['PUT /api/v1/links/:id/public-page']>;
};

/** Opens the page, or changes the open one. */
export const sharePageAtom = atom(null, async (_, set, { linkId, input }: Sharing) => {
  await call('PUT /api/v1/links/:id/public-page', { params: { id: linkId }, body: input });
  await set(reloadAtom, key(linkId));
});

/** Closes the page; its address never works again. */
export const closePageAtom = atom(null, async (_, set, linkId: string): Promise<void> => {
  await call('DELETE /api/v1/links/:id/public-page', { params: { id: linkId } });
  await set(reloadAtom, key(linkId));
});
