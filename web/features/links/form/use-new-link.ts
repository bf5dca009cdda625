import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { namesOfTexts } from '#contract/links/link-limits';
import type { Link } from '#web/api.ts';
import { settingsQuery } from '#web/features/account/settings.ts';
import { createLinkAtom } from '#web/features/links/links.ts';
import { countSetOptions } from '#web/features/links/options/option-values.ts';
import { useShownOptions } from '#web/features/links/options/options-disclosure.tsx';
import { useUnfolded } from '#web/features/links/sections/unfolded.ts';
import { lazyResolver } from '#web/forms/lazy-resolver.ts';
import { atFields } from '#web/forms/refusals.ts';
import { type Submission, useSubmit } from '#web/forms/use-submit.ts';
import { useDraft } from './draft.ts';
import type { ExpiryState } from './quick-choices.tsx';
import { useDuplicated, useNewLinkWish } from './duplicate.ts';
import { holdsTyped, type LinkValues, newLinkOf, newLinkValues, newValuesOf } from './link-form.ts';
import { linkIssues } from './link-issues.ts';
import { formTexts } from './notes.ts';
import { usePastedAddress } from './wanted.ts';

/** The labels among the further options. */
const labels = [...namesOfTexts(formTexts), 'folder', 'tags'] as const;

const resolver = lazyResolver(async () => (await import('./link-problems.ts')).linkResolver);

const showRefusal = atFields<LinkValues>(linkIssues, 'Failed to create short link');

export type NewLinkForm = ReturnType<typeof useNewLinkForm>;

/** The state of the form of a new link, and of the link that it created last. */
export function useNewLinkForm(isOpenFirst: boolean) {
  const createLink = useSetAtom(createLinkAtom);
  const [newest, setNewest] = useState<Link | null>(null);
  const settings = useAtomValue(settingsQuery);
  const defaults = settings.data?.linkDefaults;
  const begun = useMemo(() => newValuesOf(defaults, new Date()), [defaults]);
  const [chosenExpiry, setExpiry] = useState<ExpiryState | null>(null);
  const options = useShownOptions([...labels, 'options'], false);
  const unfolded = useUnfolded();
  const expiry = chosenExpiry ?? expiryOf(begun);
  const form = useForm<LinkValues>({
    resolver,
    defaultValues: newLinkValues,
  });
  const { keepValues, beginAgain } = useBeginning(form, begun);
  useDraft(form, (draft) => {
    if (settings.isPending) keepValues();
    setExpiry(expiryOf(draft));
  });
  // After the draft is restored, so that it is offered again.
  useDuplicated({
    form,
    isLoading: settings.isPending,
    onBegin: (values) => {
      setNewest(null);
      setExpiry(expiryOf(values));
      options.setShown(countSet(values) > 0);
    },
  });
  usePastedAddress((address) => {
    if (form.getValues('originalUrl') === '') {
      form.setValue('originalUrl', address, { shouldDirty: true });
    }
    form.setFocus('originalUrl');
  });
  const [hasBeenOpened, setOpened] = useState(isOpenFirst);
  const isHalfFilled = useWatch({ control: form.control, compute: holdsTyped });

  const isOpen = hasBeenOpened || isHalfFilled;

  const begin = () => {
    const values = newValuesOf(defaults, new Date());
    form.reset(values);
    beginAgain(values);
    setExpiry(null);
    options.setShown(false);
    unfolded.foldAll();
  };
  // After the draft is restored, because a draft is only restored into an empty form.
  useNewLinkWish({ form, isLoading: settings.isPending, begin });
  const clear = () => {
    // First, because a form that is reset forgets its inputs until the next render.
    form.setFocus('originalUrl');
    begin();
  };
  const showUtm = () => {
    options.setShown(true);
    if (!unfolded.titles.has('UTM')) unfolded.toggle('UTM');
  };
  const submission = useSubmit({
    form,
    send: async (values) => {
      setNewest(await createLink(newLinkOf(values)));
      begin();
      setOpened(false);
    },
    refused: (error, places) => {
      setNewest(null);
      options.showRefused(error);
      unfolded.showRefused(error);
      showRefusal(error, places);
    },
    onInvalid: (errors) => {
      setNewest(null);
      options.showErrors(errors);
      unfolded.showErrors(errors);
    },
  });
  const submit = useAfterLoading(submission.submit, settings.isPending, form);
  return {
    ...{ form, newest, expiry, options, unfolded, isOpen, isHalfFilled },
    isBusy: submission.isBusy,
    ...{ submit, clear, showUtm },
    setWantsExpiry: (wants: boolean) => setExpiry(wants ? 'asked' : 'hidden'),
    open: () => setOpened(true),
    dismiss: () => setNewest(null),
  };
}

export function countSet(values: LinkValues): number {
  return labels.filter((name) => values[name].length > 0).length + countSetOptions(values.options);
}

/**
 * Submits the form once the default settings have been loaded and applied, unless the person has
 * changed it meanwhile.
 */
function useAfterLoading(
  submit: Submission['submit'],
  isLoading: boolean,
  { watch }: Pick<UseFormReturn<LinkValues>, 'watch'>,
): Submission['submit'] {
  const waiting = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const { unsubscribe } = watch((_, { type }) => {
      if (type === 'change') waiting.current = null;
    });
    return unsubscribe;
  }, [watch]);
  useEffect(() => {
    if (isLoading) return;
    waiting.current?.requestSubmit();
    waiting.current = null;
  }, [isLoading]);
  return (event) => {
    if (!isLoading || !(event.currentTarget instanceof HTMLFormElement)) return submit(event);
    event.preventDefault();
    waiting.current = event.currentTarget;
  };
}

/** A date that is sent is also shown. */
function expiryOf({ expiresAt }: Pick<LinkValues, 'expiresAt'>): ExpiryState {
  return expiresAt === '' ? 'hidden' : 'shown';
}

/**
 * Applies the default link settings, also when they change, to fields that the person has not
 * changed. `keepValues` keeps all values as they are when the settings arrive: those of a draft are the
 * person's own. `beginAgain` is told to what the form was emptied.
 */
function useBeginning({ getValues, setValue }: UseFormReturn<LinkValues>, begun: LinkValues) {
  const applied = useRef<LinkValues | null>(newLinkValues);
  useEffect(() => {
    const before = applied.current;
    applied.current = begun;
    if (before === null) return;
    const { trackClicks, trackConversions, expiresAt } = before;
    const typed = getValues();
    if (typed.trackClicks === trackClicks) setValue('trackClicks', begun.trackClicks);
    if (typed.trackConversions === trackConversions) {
      setValue('trackConversions', begun.trackConversions);
    }
    if (typed.expiresAt === expiresAt) setValue('expiresAt', begun.expiresAt);
  }, [getValues, setValue, begun]);
  const keepValues = useCallback(() => {
    applied.current = null;
  }, []);
  const beginAgain = useCallback((values: LinkValues) => {
    applied.current = values;
  }, []);
  return { keepValues, beginAgain };
}
