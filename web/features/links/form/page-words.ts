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

/** The title, the text and the picture of a page. */
export type PageWords = {
  readonly host: string;
  readonly title: string;
  readonly text: string | null;
  readonly picture: string | null;
};

/**
 * The words of the page of the form's destination, as it says them itself. Null: it has none, or nobody
 * may ask for them. Undefined: not known yet.
 */
export function usePageWords(): PageWords | null | undefined {
  const typed = useWatch<LinkValues, 'originalUrl'>({ name: 'originalUrl' }) ?? '';
  const [isOff, setOff] = useAtom(isOffAtom);
  const asked = useDebounced(typed);
  // UTM parameters do not change the page.
  const url = storedUrl(withUtm(asked, noUtm));
  const query = useAtomValue(url === null || isOff ? nothingAsked : previewQuery(url));
  const found = query?.data;
  useEffect(() => {
    if (found?.state === 'off') setOff(true);
  }, [found, setOff]);
  if (isOff || typed.trim() === '' || query?.error) return null;
  if (!found || url === null || asked !== typed) return undefined;
  const { title, text, picture } = found;
  return title ? { host: new URL(url).host, title, text, picture } : null;
}
