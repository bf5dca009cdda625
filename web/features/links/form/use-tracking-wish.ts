import { useAtom } from 'jotai';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import type { LinkValues } from './link-form.ts';
import { focusDelayMs } from './duplicate.ts';

/**
 * When the address asks for a link with conversion tracking (`?new=tracking`), switches it on and
 * focuses the form. `isLoading`: the default settings are still to come.
 */
export function useTrackingWish(
  { setValue, setFocus }: Pick<UseFormReturn<LinkValues>, 'setValue' | 'setFocus'>,
  isLoading: boolean,
): void {
  const [searchParams, changeSearchParams] = useAtom(searchParamsAtom);
  const isWanted = searchParams.get('new') === 'tracking';
  useEffect(() => {
    if (!isWanted || isLoading) return;
    setValue('trackConversions', true);
    changeSearchParams({ new: null }, { replace: true });
    setTimeout(() => setFocus('originalUrl'), focusDelayMs);
  }, [isWanted, isLoading, setValue, setFocus, changeSearchParams]);
}
