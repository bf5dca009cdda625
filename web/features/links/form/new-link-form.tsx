import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { AliasField } from './alias-field.tsx';
import { lazy, lazyPart, preloadAfterGesture } from '#web/app/state/lazy.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { LinkValues } from './link-form.ts';
import { useNewLinkForm } from './use-new-link.ts';
import { foldedClasses, foldedField, type Typed } from './first-field.tsx';
import { DestinationField } from './destination-field.tsx';
import type { NewLinkOptionsProps } from './new-link-options.tsx';
import type { CreatedLinkProps } from './created-link.tsx';
import { withoutScheme } from '#web/format.ts';
import { PlanNotice } from '#web/features/billing/plan-notice.tsx';

const NewLinkOptions = lazy<NewLinkOptionsProps>(
  async () => (await import('./new-link-options.tsx')).NewLinkOptions,
  () => true,
);

const loadCreated = async () => (await import('./created-link.tsx')).CreatedLink;
const created = lazyPart<CreatedLinkProps>(loadCreated, ({ link }) => (
  <p role="status" className="border-t border-line px-5 py-4 text-muted">
    Short link created successfully!{' '}
    <b className="font-semibold text-text">{withoutScheme(link.shortUrl)}</b>
  </p>
));
preloadAfterGesture(loadCreated);

export type NewLinkFormProps = { readonly typed: Typed | null };

/** The form that creates a short link. Further options unfold on request. */
export function NewLinkForm({ typed }: NewLinkFormProps) {
  const { form, newest, expiry, options, unfolded, isOpen, isHalfFilled, isBusy, ...on } =
    useNewLinkForm(typed !== null);
  const element = useTyped(form, typed);
  return (
    <>
      <FormProvider {...form}>
        <form
          ref={element}
          aria-label="Create a short link"
          noValidate
          onSubmit={on.submit}
          className={isOpen ? 'grid gap-3.5 p-4' : foldedClasses}
        >
          <PlanNotice />
          <AddressRow isOpen={isOpen} onOpen={on.open} />
          {isOpen && (
            <>
              <NewLinkOptions
                options={options}
                unfolded={unfolded}
                expiry={expiry}
                onExpiry={on.setWantsExpiry}
                onUtm={on.showUtm}
              />
              <CreateBar isBusy={isBusy} hasCreated={newest !== null} isSticky={options.isShown}>
                {isHalfFilled && (
                  <Button look="quiet" className="h-10" onClick={on.clear}>
                    Clear
                  </Button>
                )}
              </CreateBar>
            </>
          )}
        </form>
      </FormProvider>
      {newest && <created.Part link={newest} onClose={on.dismiss} />}
    </>
  );
}

/**
 * Takes over what was typed before this file was loaded. Returns the ref of the form's element: the
 * form's own `setFocus` waits, and would lose keys that are pressed meanwhile.
 */
function useTyped({ setValue }: UseFormReturn<LinkValues>, typed: Typed | null) {
  const element = useRef<HTMLFormElement>(null);
  const first = useRef(typed);
  useLayoutEffect(() => {
    const { text = '', isFocused = false } = first.current ?? {};
    if (text !== '') setValue('originalUrl', text, { shouldDirty: true });
    const input = element.current?.elements.namedItem('originalUrl');
    if (isFocused && input instanceof HTMLInputElement) input.focus();
  }, [setValue]);
  // After the effect of `useNewLinkForm` that applies the default settings.
  useEffect(() => {
    if (first.current?.isSent) element.current?.requestSubmit();
    first.current = null;
  }, []);
  return element;
}

type CreateBarProps = {
  readonly isBusy: boolean;
  /** Whether a new link is shown: then its Copy is the main button. */
  readonly hasCreated: boolean;
  /** Whether it stays in view while the options are scrolled. */
  readonly isSticky: boolean;
  readonly children: ReactNode;
};

/** The submit button, after all options. */
function CreateBar({ isBusy, hasCreated, isSticky, children }: CreateBarProps) {
  return (
    <div
      data-sticky-bar={isSticky || undefined}
      className={classNames(
        'flex gap-2 max-sm:*:grow',
        isSticky
          ? 'sticky bottom-0 z-10 -mx-4 -mb-4 justify-end rounded-b-lg border-t border-line bg-surface px-4 py-3'
          : 'sm:justify-self-end',
      )}
    >
      {children}
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

type AddressRowProps = { readonly isOpen: boolean; onOpen(): void };

/** The destination and the alias; until the form is open, one line for the destination. */
function AddressRow({ isOpen, onOpen }: AddressRowProps) {
  return (
    <div
      className={classNames(
        'grid items-start gap-3',
        isOpen && 'md:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]',
      )}
    >
      <DestinationField
        onFocus={onOpen}
        {...(isOpen
          ? { placeholder: 'https://example.com/summer-sale?utm_source=newsletter' }
          : foldedField)}
      />
      {isOpen && <AliasField placeholder="summer" />}
    </div>
  );
}
