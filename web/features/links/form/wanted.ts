import { atom } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import type { Link } from '#web/api.ts';
import { personalAtom } from '#web/app/state/personal-atom.ts';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import { personalKeys } from '#web/app/state/stored-atom.ts';
import { readTestsAtom } from '#web/features/split-tests/split-tests.ts';
import { isTaken } from '#web/ui/browser/key-taken.ts';
import type { LinkValues } from './link-form.ts';

/** What a person typed into the form of a new link, as JSON; null: nothing. draft.ts reads it. */
export const draftTextAtom = personalAtom<string | null>({
  key: personalKeys.draft,
  read: (text) => text,
  write: (text) => text,
});

export type Duplicate = {
  readonly link: Link;
  /** Values that were typed to change the link. Without them, the link's own values are copied. */
  readonly values?: LinkValues;
  /** The names of its running split test's destinations, which the link does not have itself. */
  readonly names?: readonly string[];
};

/** The link, or the form's own former values, that will fill the form of a new link; or null. */
export const duplicateAtom = atom<Duplicate | { readonly draft: LinkValues } | null>(null);

/**
 * Fills the form of a new link with a link's own values and the names of its destinations; without names
 * when they cannot be read.
 */
export const duplicateLinkAtom = atom(null, async (_, set, link: Link): Promise<void> => {
  const tests = link.splitTestEnabled ? await set(readTestsAtom, link.id).catch(() => []) : [];
  const running = tests.find(({ isRunning }) => isRunning);
  set(duplicateAtom, { link, names: running?.destinations.map(({ name }) => name ?? '') ?? [] });
});

/** Whether a menu, the address or another app asks for the form of a new link. */
export const isFormWantedAtom = atom((get) => {
  const searchParams = get(searchParamsAtom);
  const isInAddress = searchParams.get('new') !== null || sharedAddress(searchParams) !== null;
  return isInAddress || get(duplicateAtom) !== null;
});

/** The address that another app shared. Some apps put it into the text. */
export function sharedAddress(searchParams: URLSearchParams): string | null {
  const texts = ['share-url', 'share-text', 'share-title'].map((name) => searchParams.get(name));
  for (const text of texts) {
    const [found] = /https?:\/\/\S+/i.exec(text ?? '') ?? [];
    if (found !== undefined) return found;
  }
  return null;
}

/** Calls `onPaste` with a web address that is pasted while no field has the focus. */
export function usePastedAddress(onPaste: (address: string) => void): void {
  const take = useEffectEvent(onPaste);
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      if (isTaken(event)) return;
      const text = event.clipboardData?.getData('text/plain').trim() ?? '';
      if (!/^https?:\/\/\S+$/i.test(text)) return;
      event.preventDefault();
      take(text);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}
