import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  FormProvider,
  type Resolver,
  useForm,
  useFormContext,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form';
import { linkTexts, namesOfTexts } from '#contract/links/link-limits';
import type { Link } from '#web/api.ts';
import { createLinkAtom } from './links.ts';
import { settingsQuery } from '#web/features/account/settings.ts';
import { usePrefix } from '#web/features/links/form/domain-field.tsx';
import { type Unfolded, useUnfolded } from './sections/unfolded.ts';
import { lazy, lazyPart, preloadAfterGesture } from '#web/app/state/lazy.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { atFields } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import {
  holdsTyped,
  type LinkValues,
  newLinkOf,
  newLinkValues,
  newValuesOf,
} from '#web/features/links/form/link-form.ts';
import { linkIssues } from '#web/features/links/form/link-issues.ts';
import { countSetOptions } from '#web/features/links/options/option-values.ts';
import { DestinationField, SplitTestFields } from '#web/features/links/form/link-options.tsx';
import { QuickChoices } from '#web/features/links/form/quick-choices.tsx';
import type { CreatedLinkProps } from '#web/features/links/form/created-link.tsx';
import { SameDestination } from '#web/features/links/form/existing-links.tsx';
import { withoutScheme } from '#web/format.ts';
import {
  OptionsDisclosure,
  useShownOptions,
} from '#web/features/links/options/options-disclosure.tsx';
import { PlanNotice } from '#web/features/billing/plan-notice.tsx';
import { useDuplicated, useNewLinkWish } from '#web/features/links/form/duplicate.ts';

/** The labels among the further options. */
const labels = [...namesOfTexts(linkTexts), 'folder', 'tags'] as const;

/** Loaded after the first gesture, because few links need it. */
const NewLinkSections = lazy<{ readonly unfolded: Unfolded }>(
  async () => (await import('./sections/link-sections.tsx')).LinkSections,
  () => true,
);

const LeaveGuard = lazy(
  async () => (await import('#web/forms/leave-guard.tsx')).LeaveGuard,
  ({ isDirty }) => isDirty,
);

const loadResolver = async () => (await import('./form/link-problems.ts')).linkResolver;
preloadAfterGesture(loadResolver);

const loadCreated = async () => (await import('./form/created-link.tsx')).CreatedLink;
const created = lazyPart<CreatedLinkProps>(loadCreated, ({ link }) => (
  <p role="status" className="border-t border-line px-5 py-4 text-muted">
    Short link created successfully!{' '}
    <b className="font-semibold text-text">{withoutScheme(link.shortUrl)}</b>
  </p>
));
preloadAfterGesture(loadCreated);

/**
 * While the file with the validation is not loaded, values are sent without it: the server checks
 * all of them.
 */
const resolver: Resolver<LinkValues> = async (values, context, options) => {
  const check = await loadResolver().catch(() => null);
  return check ? check(values, context, options) : { values, errors: {} };
};

const showRefusal = atFields<LinkValues>(linkIssues, 'Failed to create short link');

/** The form that creates a short link. Further options unfold on request. */
export function CreateLinkCard() {
  const createLink = useSetAtom(createLinkAtom);
  const [newest, setNewest] = useState<Link | null>(null);
  const settings = useAtomValue(settingsQuery);
  const defaults = settings.data?.linkDefaults;
  const begun = useMemo(() => newValuesOf(defaults, new Date()), [defaults]);
  const [wantsExpiry, setWantsExpiry] = useState<boolean | null>(null);
  const options = useShownOptions([...labels, 'options'], false);
  const unfolded = useUnfolded();
  const isExpiryShown = wantsExpiry ?? begun.expiresAt !== '';
  const expiry = !isExpiryShown ? 'hidden' : wantsExpiry === true ? 'asked' : 'shown';
  const form = useForm<LinkValues>({
    resolver,
    defaultValues: newLinkValues,
  });
  useBeginning(form, begun);
  useDuplicated({
    form,
    isLoading: settings.isPending,
    onBegin: (values) => {
      setNewest(null);
      setWantsExpiry(values.expiresAt !== '');
      options.setShown(countSet(values) > 0);
    },
  });
  useNewLinkWish(form, settings.isPending);
  const isHalfFilled = useWatch({ control: form.control, compute: holdsTyped });

  const { submit, isBusy } = useSubmit({
    form,
    send: async (values) => {
      setNewest(await createLink(newLinkOf(values)));
      form.reset(newValuesOf(defaults, new Date()));
      setWantsExpiry(null);
      options.setShown(false);
      unfolded.foldAll();
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

  return (
    <Card>
      <FormProvider {...form}>
        <form
          aria-label="Create a short link"
          noValidate
          onSubmit={submit}
          className="grid gap-3.5 p-4"
        >
          <PlanNotice />
          <AddressRow />
          <SameDestination />
          <SplitTestFields />
          <QuickChoices isFolded={!options.isShown} expiry={expiry} onExpiry={setWantsExpiry} />
          <OptionsDisclosure options={options} countSet={countSet}>
            <div className="-mx-4 -mb-4">
              {options.isShown && <NewLinkSections unfolded={unfolded} />}
            </div>
          </OptionsDisclosure>
          <CreateBar isBusy={isBusy} hasCreated={newest !== null} isSticky={options.isShown} />
        </form>
      </FormProvider>
      <LeaveGuard isDirty={isHalfFilled} />
      {newest && <created.Part link={newest} onClose={() => setNewest(null)} />}
    </Card>
  );
}

function countSet(values: LinkValues): number {
  return labels.filter((name) => values[name].length > 0).length + countSetOptions(values.options);
}

/**
 * Applies the default link settings, also when they change, to fields that the person has not
 * changed.
 */
function useBeginning({ getValues, setValue }: UseFormReturn<LinkValues>, begun: LinkValues): void {
  const applied = useRef(newLinkValues);
  useEffect(() => {
    const { trackClicks, trackConversions, expiresAt } = applied.current;
    const typed = getValues();
    if (typed.trackClicks === trackClicks) setValue('trackClicks', begun.trackClicks);
    if (typed.trackConversions === trackConversions) {
      setValue('trackConversions', begun.trackConversions);
    }
    if (typed.expiresAt === expiresAt) setValue('expiresAt', begun.expiresAt);
    applied.current = begun;
  }, [getValues, setValue, begun]);
}

type CreateBarProps = {
  readonly isBusy: boolean;
  /** Whether a new link is shown: then its Copy is the main button. */
  readonly hasCreated: boolean;
  /** Whether it stays in view while the options are scrolled. */
  readonly isSticky: boolean;
};

/** The submit button, after all options. */
function CreateBar({ isBusy, hasCreated, isSticky }: CreateBarProps) {
  return (
    <div
      data-sticky-bar={isSticky || undefined}
      className={classNames(
        'grid sm:justify-end',
        isSticky &&
          'sticky bottom-0 z-10 -mx-4 -mb-4 rounded-b-lg border-t border-line bg-surface px-4 py-3',
      )}
    >
      <Button
        type="submit"
        look={hasCreated ? 'secondary' : 'primary'}
        isBusy={isBusy}
        className="h-10"
      >
        {isBusy ? 'Creating...' : 'Create link'}
      </Button>
    </div>
  );
}

function AddressRow() {
  const { register, formState } = useFormContext<LinkValues>();
  return (
    <div className="grid items-start gap-3 md:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      <DestinationField placeholder="https://example.com/summer-sale?utm_source=newsletter" />
      <Field
        label="Custom alias"
        isOptional
        prefix={usePrefix()}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="summer"
        error={formState.errors.customAlias?.message}
        {...register('customAlias')}
      />
    </div>
  );
}
