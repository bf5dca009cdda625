import { useAtom } from 'jotai';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type LinkValues, valuesOf } from './link-form.ts';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import { type Duplicate, duplicateAtom, sharedAddress } from './wanted.ts';

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
 * Copies a link's values as an active link, without an expiry in the past, and without its alias,
 * because no other link can have it.
 */
function copyOf(
  { link, values = valuesOf(link), names = [] }: Duplicate,
  nowMs: number,
): LinkValues {
  const isAliasOfLink = values.customAlias.trim() === (link.customAlias ?? '');
  const hasExpired = values.expiresAt !== '' && Date.parse(values.expiresAt) <= nowMs;
  return {
    ...values,
    customAlias: isAliasOfLink ? '' : values.customAlias,
    isActive: true,
    destinationNames: values.destinationNames.map((name, place) => names[place] ?? name),
    splitTestContinues: '',
    // The rules become new ones without ids, and a password cannot be copied.
    options: {
      ...values.options,
      rules: values.options.rules.map((rule) => ({ ...rule, id: '' })),
    },
    expiresAt: hasExpired ? '' : values.expiresAt,
  };
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
