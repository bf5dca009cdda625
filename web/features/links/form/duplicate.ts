import { atom, useAtom, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { copyOf, type LinkValues } from './link-form.ts';
import { openScreenAtom, searchParamsAtom } from '#web/app/state/search-params.ts';
import { offerAtom } from '#web/app/state/toast.ts';
import { withoutScheme } from '#web/format.ts';
import { hasNewLinkForm, paths } from '#web/paths.ts';
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
  const offerDraft = useSetAtom(offerDraftAtom);
  useEffect(() => {
    if (duplicate === null || isLoading) return;
    const replaced = form.getValues();
    const values = 'draft' in duplicate ? duplicate.draft : copyOf(duplicate, Date.now());
    form.reset(values, { keepDefaultValues: true });
    onBegin(values);
    setDuplicate(null);
    if (isDraft(replaced, values.originalUrl)) offerDraft(replaced);
    setTimeout(() => form.setFocus('originalUrl', { shouldSelect: true }), focusDelayMs);
  }, [duplicate, form, isLoading, offerDraft, onBegin, setDuplicate]);
}

type NewLinkWish = Pick<Duplication, 'isLoading'> & {
  readonly form: Pick<UseFormReturn<LinkValues>, 'getValues' | 'setValue' | 'setFocus'>;
  /** Empties the form. */
  begin(): void;
};

/**
 * When the address asks for a new link (`?new=link`), focuses the form; `?new=tracking` and `?new=test`
 * also switch conversion tracking or the split test on. What another app shared (`share-url`, or an
 * address in `share-text`) fills it.
 */
export function useNewLinkWish({ form, isLoading, begin }: NewLinkWish): void {
  const { setValue, setFocus } = form;
  const [searchParams, changeSearchParams] = useAtom(searchParamsAtom);
  const offerDraft = useSetAtom(offerDraftAtom);
  const wish = searchParams.get('new');
  const shared = sharedAddress(searchParams);
  const isWanted = wish !== null || shared !== null;
  // A half-written link without a destination gets the shared one. One with another destination is
  // another link: its alias and labels would be wrong at the shared address.
  const take = useEffectEvent((address: string) => {
    const draft = form.getValues();
    if (isDraft(draft, address)) {
      begin();
      offerDraft(draft);
    }
    setValue('originalUrl', address, { shouldDirty: true });
  });
  useEffect(() => {
    if (!isWanted || isLoading) return;
    if (wish === 'tracking') setValue('trackConversions', true);
    if (wish === 'test') setValue('splitTestEnabled', true);
    if (shared !== null) take(shared);
    changeSearchParams(noWish, { replace: true });
    setTimeout(() => setFocus('originalUrl'), focusDelayMs);
  }, [isWanted, wish, shared, isLoading, setValue, setFocus, changeSearchParams]);
}

/** Whether the form has another destination, which somebody may have typed. */
function isDraft({ originalUrl }: LinkValues, other: string): boolean {
  return originalUrl !== '' && originalUrl !== other;
}

/** Offers a draft that another link has taken the form from. */
const offerDraftAtom = atom(null, (_, set, draft: LinkValues): void => {
  set(offerAtom, {
    title: 'Your draft was replaced',
    text: `It leads to ${withoutScheme(draft.originalUrl)}.`,
    action: { label: 'Bring it back', choose: () => set(bringBackAtom, draft) },
    shownMs: Number.POSITIVE_INFINITY,
  });
});

/** Fills the form with a former draft. A page without the form is left for one that has it. */
const bringBackAtom = atom(null, (_, set, draft: LinkValues): void => {
  set(duplicateAtom, { draft });
  if (!hasNewLinkForm(window.location.pathname)) set(openScreenAtom, paths.links);
});

/** Removes what `useNewLinkWish` has followed from the address. */
const noWish = { new: null, 'share-title': null, 'share-text': null, 'share-url': null };
