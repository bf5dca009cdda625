import { useAtom } from 'jotai';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { copyOf, type LinkValues } from './link-form.ts';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import { duplicateAtom, sharedAddress } from './wanted.ts';

/**
 * A closing menu returns the focus to its button within the next frames, and a new page takes it. The
 * form must focus after that.
 */
const focusDelayMs = 100;

type Duplication = {
  readonly form: UseFormReturn<LinkValues>;
  /** Whether the default settings are still loading: they would replace some of the values. */
  readonly isLoading: boolean;
  onBegin(values: LinkValues): void;
};

/** Fills the form with the values to duplicate, and focuses the form. */
export function useDuplicated({ form, isLoading, onBegin }: Duplication) {
  const [duplicate, setDuplicate] = useAtom(duplicateAtom);
  useEffect(() => {
    if (duplicate === null || isLoading) return;
    const values = copyOf(duplicate, Date.now());
    form.reset(values, { keepDefaultValues: true });
    onBegin(values);
    setDuplicate(null);
    setTimeout(() => form.setFocus('originalUrl', { shouldSelect: true }), focusDelayMs);
  }, [duplicate, form, isLoading, onBegin, setDuplicate]);
}

/**
 * When the address asks for a new link (`?new=link`), focuses the form; `?new=tracking` and `?new=test`
 * also switch conversion tracking or the split test on. What another app shared (`share-url`, or an
 * address in `share-text`) fills it. `isLoading`: the default settings are still loading.
 */
export function useNewLinkWish(
  { setValue, setFocus }: Pick<UseFormReturn<LinkValues>, 'setValue' | 'setFocus'>,
  isLoading: boolean,
): void {
  const [searchParams, changeSearchParams] = useAtom(searchParamsAtom);
  const wish = searchParams.get('new');
  const shared = sharedAddress(searchParams);
  const isWanted = wish !== null || shared !== null;
  useEffect(() => {
    if (!isWanted || isLoading) return;
    if (wish === 'tracking') setValue('trackConversions', true);
    if (wish === 'test') setValue('splitTestEnabled', true);
    if (shared !== null) setValue('originalUrl', shared, { shouldDirty: true });
    changeSearchParams(noWish, { replace: true });
    setTimeout(() => setFocus('originalUrl'), focusDelayMs);
  }, [isWanted, wish, shared, isLoading, setValue, setFocus, changeSearchParams]);
}

/** Removes what `useNewLinkWish` has followed from the address. */
const noWish = { new: null, 'share-title': null, 'share-text': null, 'share-url': null };
