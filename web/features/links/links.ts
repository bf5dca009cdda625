import type { QueryObserverResult } from '@tanstack/query-core';
import { atom } from 'jotai';
import type { LinksQuery } from '#contract/links/links';
import { ApiError } from '#web/api-error.ts';
import { call, callPage, type Link, type LinkChange, type NewLink, type PageOf } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { refreshNumbersAtom } from '#web/app/state/refresh-numbers.ts';
import { reloadTestsAtom } from '#web/features/split-tests/split-tests.ts';

const linksKey = ['links'];

/** The search, order, page size and cursor of a page of links. */
export type LinksAsked = LinksQuery & { readonly limit: string };

export type LinksPage = PageOf<Link>;

/** One page of links. The app never loads the whole list. */
export const linksPageQuery = atomPer<LinksAsked, QueryObserverResult<LinksPage>>((query) =>
  queryAtom(() => ({
    queryKey: [...linksKey, 'page', query],
    queryFn: () => callPage('GET /api/links', { query }),
  })),
);

export const linkQuery = atomPer<string, QueryObserverResult<Link>>((id) =>
  queryAtom(() => ({ queryKey: [...linksKey, 'one', id], queryFn: () => findLink(id) })),
);

/** Whether the server has no such link, or not for this account. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

export function findLink(id: string): Promise<Link> {
  return call('GET /api/v1/links/:id', { params: { id } });
}

export const createLinkAtom = atom(null, async (_, set, wanted: NewLink): Promise<Link> => {
  const link = await call('POST /api/links', { body: wanted });
  void set(reloadTestsAtom);
  void set(refreshNumbersAtom);
  return link;
});

type Edit = { readonly id: string; readonly change: LinkChange };

export const editLinkAtom = atom(null, async (_, set, { id, change }: Edit): Promise<void> => {
  try {
    await call('PUT /api/links/:id', { params: { id }, body: change });
  } catch (error) {
    if (isMissing(error)) void set(reloadAtom, linksKey);
    throw error;
  }
  void set(reloadTestsAtom);
  void set(refreshNumbersAtom);
});

type PictureChange = { readonly id: string; readonly pictureURL: string | null };

/** Makes an upload the picture of the link's previews; null removes it. */
export const changePreviewPictureAtom = atom(
  null,
  async (_, set, { id, pictureURL }: PictureChange): Promise<void> => {
    await call('PUT /api/v1/links/:id/preview-picture', { params: { id }, body: { pictureURL } });
    await set(reloadAtom, linksKey);
  },
);
