import type { QueryObserverResult } from '@tanstack/query-core';
import { atom, useAtom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import type { AnswerJson } from '#contract/route';
import type { previewDestination } from '#contract/links/destination-preview';
import { call } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { useDebounced } from '#web/ui/browser/use-debounced.ts';
import { type LinkValues, storedUrl } from './link-form.ts';

type Previewed = AnswerJson<typeof previewDestination>;

/** Whether the operator has not allowed it: forms do not ask again. */
const isOffAtom = atom(false);

const previewQuery = atomPer<string, QueryObserverResult<Previewed>>((url) =>
  queryAtom(() => ({
    queryKey: ['destination preview', url],
    queryFn: () => call('GET /api/v1/destination-preview', { query: { url } }),
  })),
);
const nothingAsked = atom(null);

/** The title, the text and the picture of the form's destination, as its page says; null: unknown. */
export function usePageWords() {
  const typed = useWatch<LinkValues, 'originalUrl'>({ name: 'originalUrl' });
  const [isOff, setOff] = useAtom(isOffAtom);
  const url = storedUrl(useDebounced(typed ?? ''));
  const found = useAtomValue(url === null || isOff ? nothingAsked : previewQuery(url))?.data;
  useEffect(() => {
    if (found?.state === 'off') setOff(true);
  }, [found, setOff]);
  if (!found?.title || url === null) return null;
  const { title, text, picture } = found;
  return { host: new URL(url).host, title, text, picture };
}
