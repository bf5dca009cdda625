import { CalendarClock, X } from 'lucide-react';
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
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
import { DomainField, usePrefix } from '#web/features/links/form/domain-field.tsx';
import { lazy, lazyPart, preloadAfterGesture } from '#web/app/state/lazy.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
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
import { countSetOptions, lastLocalClock } from '#web/features/links/options/option-values.ts';
import {
  DestinationField,
  LinkOptions,
  LinkSwitch,
  ProfitField,
  SplitTestFields,
} from '#web/features/links/form/link-options.tsx';
import type { CreatedLinkProps } from '#web/features/links/form/created-link.tsx';
import { SameDestination } from '#web/features/links/form/existing-links.tsx';
import { withoutScheme } from '#web/format.ts';
import {
  OptionsDisclosure,
  useShownOptions,
} from '#web/features/links/options/options-disclosure.tsx';
import { PlanNotice } from '#web/features/billing/plan-notice.tsx';
import { useDuplicated, useTrackingWish } from '#web/features/links/form/duplicate.ts';

/** The labels among the further options. */
const labels = [...namesOfTexts(linkTexts), 'folder', 'tags'] as const;

/** Loaded after the first gesture, because few links need it. */
const NewLinkOptions = lazy<{ readonly isOpen: boolean }>(
  async () => (await import('./options/new-link-options.tsx')).NewLinkOptions,
  ({ isOpen }) => isOpen,
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
  useTrackingWish(form, settings.isPending);
  const isHalfFilled = useWatch({ control: form.control, compute: holdsTyped });

  const button = useRef<HTMLButtonElement>(null);
  const { submit, isBusy } = useSubmit({
    form,
    send: async (values) => {
      setNewest(await createLink(newLinkOf(values)));
      form.reset(newValuesOf(defaults, new Date()));
      setWantsExpiry(null);
      const hasFocus = document.activeElement === button.current;
      flushSync(() => options.setShown(false));
      if (hasFocus) button.current?.focus({ preventScroll: true });
    },
    refused: (error, places) => {
      setNewest(null);
      options.showRefused(error);
      showRefusal(error, places);
    },
    onInvalid: (errors) => {
      setNewest(null);
      options.showErrors(errors);
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
          <AddressRow>
            {!options.isShown && (
              <CreateButton ref={button} isBusy={isBusy} hasCreated={newest !== null} />
            )}
          </AddressRow>
          <SameDestination />
          <Choices expiry={expiry} onExpiry={setWantsExpiry} />
          <SplitTestFields />
          <OptionsDisclosure options={options} countSet={countSet}>
            <NewLinkOptions isOpen={options.isShown} />
          </OptionsDisclosure>
          {options.isShown && (
            <div
              data-sticky-bar
              className="sticky bottom-0 z-10 -mx-4 -mb-4 flex justify-end rounded-b-lg border-t border-line bg-surface px-4 py-3"
            >
              <CreateButton ref={button} isBusy={isBusy} hasCreated={newest !== null} />
            </div>
          )}
        </form>
      </FormProvider>
      <LeaveGuard isDirty={isHalfFilled} />
      {newest && <created.Part link={newest} onClose={() => setNewest(null)} />}
    </Card>
  );
}

type ChoicesProps = {
  /** Whether the expiry is shown; `asked`: because the person opened it. */
  readonly expiry: 'hidden' | 'shown' | 'asked';
  onExpiry(isWanted: boolean): void;
};

/** The options of the card that are always visible. */
function Choices({ expiry, onExpiry }: ChoicesProps) {
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
        <LinkSwitch name="trackClicks" label="Track clicks" />
        <LinkOptions />
        {expiry === 'hidden' && <ExpiryButton onOpen={() => onExpiry(true)} />}
      </div>
      <div className="flex flex-wrap items-start gap-x-5 gap-y-3 empty:hidden">
        <DomainField />
        <ProfitField className="w-80 max-w-full" />
        {expiry !== 'hidden' && (
          <ExpiryField isAsked={expiry === 'asked'} onClose={() => onExpiry(false)} />
        )}
      </div>
    </>
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

type CreateButtonProps = {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly isBusy: boolean;
  /** Whether a new link is shown: then its Copy is the main button. */
  readonly hasCreated: boolean;
};

/** The submit button. It is beside the address, or below the options while they are shown. */
function CreateButton({ ref, isBusy, hasCreated }: CreateButtonProps) {
  const look = hasCreated ? 'secondary' : 'primary';
  return (
    <Button ref={ref} type="submit" look={look} isBusy={isBusy} className="h-10">
      {isBusy ? 'Creating...' : 'Create link'}
    </Button>
  );
}

function AddressRow({ children }: { readonly children: ReactNode }) {
  const { register, formState } = useFormContext<LinkValues>();
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)_auto]">
      <DestinationField
        className="sm:max-lg:col-span-2"
        placeholder="https://example.com/summer-sale?utm_source=newsletter"
      />
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
      <div className="grid empty:hidden sm:mt-6">{children}</div>
    </div>
  );
}

/** Opens the expiry field. By default a link does not expire. */
function ExpiryButton({ onOpen }: { onOpen(): void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="inline-flex items-center gap-1.5 rounded-sm text-sm leading-5 text-muted hover:text-text touch"
    >
      <CalendarClock aria-hidden className="size-4" />
      Add an expiration date
    </button>
  );
}

/** The expiry field. It takes the focus only when the person opened it. */
function ExpiryField({ isAsked, onClose }: { readonly isAsked: boolean; onClose(): void }) {
  const { register, formState, setValue } = useFormContext<LinkValues>();
  const close = () => {
    setValue('expiresAt', '');
    onClose();
  };
  return (
    <div className="flex items-end gap-1">
      <Field
        label="Expires"
        type="datetime-local"
        max={lastLocalClock}
        autoFocus={isAsked}
        error={formState.errors.expiresAt?.message}
        {...register('expiresAt')}
      />
      <IconButton label="Remove expiration date" className="mb-0.5" onClick={close}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
