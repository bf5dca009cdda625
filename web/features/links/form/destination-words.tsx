import type { QueryObserverResult } from '@tanstack/query-core';
import { atom, useAtom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import type { AnswerJson } from '#contract/route';
import type { previewDestination } from '#contract/links/destination-preview';
import { call } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { type LinkValues, storedUrl } from './link-form.ts';

type Previewed = AnswerJson<typeof previewDestination>;

/** Whether the operator has not allowed it: the form does not ask again. */
const isOffAtom = atom(false);

const previewQuery = atomPer<string, QueryObserverResult<Previewed>>((url) =>
  queryAtom(() => ({
    queryKey: ['destination preview', url],
    queryFn: () => call('GET /api/v1/destination-preview', { query: { url } }),
  })),
);
const nothingAsked = atom(null);

/** The title and the picture of the typed destination, as its own page says. */
export function DestinationWords() {
  const typed = useWatch<LinkValues, 'originalUrl'>({ name: 'originalUrl' });
  const [isOff, setOff] = useAtom(isOffAtom);
  const url = storedUrl(useDebounced(typed ?? ''));
  const found = useAtomValue(url === null || isOff ? nothingAsked : previewQuery(url))?.data;
  useEffect(() => {
    if (found?.state === 'off') setOff(true);
  }, [found, setOff]);
  if (!found?.title) return null;
  return (
    <div className="flex min-w-0 items-center gap-3">
      {found.picture && (
        <img src={found.picture} alt="" className="h-12 w-20 shrink-0 rounded-sm object-cover" />
      )}
      <p className="grid min-w-0">
        <strong dir="auto" className="truncate font-medium">
          {found.title}
        </strong>
        <span className="truncate text-sm text-muted">
          {found.picture ? 'Title and picture read from the page' : 'Title read from the page'}
        </span>
      </p>
    </div>
  );
}
