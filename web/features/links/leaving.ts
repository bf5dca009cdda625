import { atom } from 'jotai';
import type { LinksPage } from './links.ts';

/** Links whose deletion waits for the end of its undo, or has happened: no list shows them. */
export const leavingAtom = atom<ReadonlySet<string>>(new Set<string>());

/** A page without the links that leave. */
export function withoutLeaving(page: LinksPage, leaving: ReadonlySet<string>): LinksPage {
  const items = page.items.filter(({ id }) => !leaving.has(id));
  return { ...page, items, total: page.total - (page.items.length - items.length) };
}
