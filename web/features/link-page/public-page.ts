import type { QueryObserverResult } from '@tanstack/query-core';
import { atom } from 'jotai';
import { api, ask, type PublicPage, type PublicPageInput } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const key = (linkId: string) => ['public page of', linkId];

/** The public page of a link as its owner sees it. */
export const publicPageQuery = atomPer<string, QueryObserverResult<PublicPage>>((linkId) =>
  queryAtom(() => ({
    queryKey: key(linkId),
    queryFn: () => ask(api.links({ id: linkId })['public-page'].get()),
  })),
);

type Sharing = { readonly linkId: string; readonly input: PublicPageInput };

/** Opens the page, or changes the open one. */
export const sharePageAtom = atom(null, async (_, set, { linkId, input }: Sharing) => {
  await ask(api.links({ id: linkId })['public-page'].put(input));
  await set(reloadAtom, key(linkId));
});

/** Closes the page; its address never works again. */
export const closePageAtom = atom(null, async (_, set, linkId: string): Promise<void> => {
  await ask(api.links({ id: linkId })['public-page'].delete());
  await set(reloadAtom, key(linkId));
});
