import type { QueryObserverResult } from '@tanstack/query-core';
import { atom, useAtom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import type { AnswerJson } from '#contract/route';
import type { previewDestination } from '#contract/links/destination-preview';
import { call } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { noUtm, withUtm } from '#web/features/links/utm/utm.ts';
import { usePrevious } from '#web/ui/answers/use-previous.ts';
import { useDebounced } from '#web/ui/browser/use-debounced.ts';
import { type LinkValues, storedUrl } from './link-form.ts';

type Previewed = AnswerJson<typeof previewDestination>;

/** Whether the operator has not allowed it: forms do not ask again. */
const isOffAtom = atom(false);

/** What was read of a page, with the words that forms show. */
type Read = { readonly state: Previewed['state']; readonly words: PageWords | null };

const previewQuery = atomPer<string, QueryObserverResult<Read>>((url) =>
  queryAtom(() => ({
    queryKey: ['destination preview', url],
    queryFn: async (): Promise<Read> => {
      const answer = await call('GET /api/v1/destination-preview', { query: { url } });
      const { state, title, text, picture } = answer;
      return { state, words: title ? { host: new URL(url).host, title, text, picture } : null };
    },
  })),
);
const nothingAsked = atom(null);

/** The title, the text and the picture of a page. */
export type PageWords = {
  readonly host: string;
  readonly title: string;
  readonly text: string | null;
  readonly picture: string | null;
};

/**
 * The words of the page of the form's destination, as it says them itself. Null: it has none, or nobody
 * may ask for them. While they are not read, those of the page before.
 */
export function usePageWords(): { readonly words: PageWords | null; readonly isRead: boolean } {
  const typed = useWatch<LinkValues, 'originalUrl'>({ name: 'originalUrl' }) ?? '';
  const [isOff, setOff] = useAtom(isOffAtom);
  const url = pageOf(useDebounced(typed));
  const query = useAtomValue(url === null || isOff ? nothingAsked : previewQuery(url));
  const found = query?.data;
  useEffect(() => {
    if (found?.state === 'off') setOff(true);
  }, [found, setOff]);
  const wanted = pageOf(typed);
  const hasNone = isOff || typed.trim() === '' || (wanted === url && query?.error);
  const read = hasNone ? null : wanted === url ? found?.words : undefined;
  const { value: shown = null } = usePrevious(read, null);
  return { words: wanted === null ? null : shown, isRead: read !== undefined };
}

/** The stored address without UTM parameters, which do not change the page; null when it is none. */
function pageOf(typed: string): string | null {
  return storedUrl(withUtm(typed, noUtm));
}
