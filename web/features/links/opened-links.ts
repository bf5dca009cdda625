import { atom } from 'jotai';
import type { Link } from '#web/api.ts';
import { personalAtom } from '#web/app/state/personal-atom.ts';
import { personalKeys, storedJson } from '#web/app/state/stored-atom.ts';
import { leavingAtom } from './leaving.ts';
import { linkQuery } from './links.ts';

/** How many links are remembered. */
const mostOpened = 5;

/** The ids of the links whose pages the person opened last in this browser, the newest first. */
const openedIdsAtom = personalAtom<readonly string[]>({
  key: personalKeys.opened,
  read(text) {
    const stored = storedJson(text);
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  },
  write: (ids) => JSON.stringify(ids),
});

/** The links that were opened last; those that exist no more are left out. */
export const openedLinksAtom = atom((get): readonly Link[] => {
  const leaving = get(leavingAtom);
  return get(openedIdsAtom)
    .filter((id) => !leaving.has(id))
    .flatMap((id) => get(linkQuery(id)).data ?? []);
});

/** Remembers that the page of a link was opened. */
export const rememberOpenedAtom = atom(null, (_, set, id: string): void =>
  set(openedIdsAtom, (before) => withOpened(before, id)),
);

/** The opened link first, and each link once. */
export function withOpened(before: readonly string[], id: string): readonly string[] {
  return [id, ...before.filter((each) => each !== id)].slice(0, mostOpened);
}
