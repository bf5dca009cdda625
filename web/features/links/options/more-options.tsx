import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormSwitch } from '#web/forms/form-switch.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { lastLocalClock } from './option-values.ts';
import type { LinkValues } from '#web/features/links/form/link-form.ts';
import { AppLinksHint } from './app-links-hint.tsx';
import { RuleFields } from './rule-fields.tsx';
import { WhereVisitorsGo } from './where-visitors-go.tsx';

type MoreOptionsProps = {
  /** Whether the stored link has a password. */
  readonly hasPassword?: boolean;
};

const urlInput = { inputMode: 'url', autoCapitalize: 'none', spellCheck: false } as const;

/** The further options of a link, which decide what happens at a visit. */
export function MoreOptions({ hasPassword = false }: MoreOptionsProps) {
  const { control } = useFormContext<LinkValues>();
  return (
    <div className="grid gap-5 border-t border-line pt-4">
      <Section title="When the link works">
        <Schedule />
      </Section>
      <Section title="Access">
        <PasswordOption hasPassword={hasPassword} />
      </Section>
      <Section
        title="Rules"
        text="The first rule that fits a visitor decides. Without one, the visitor goes to the link’s destination."
      >
        <RuleFields />
      </Section>
      <Section
        title="Apps"
        text="A web address, or one with the app’s own scheme. A device that cannot open the app goes to the address beside it, or to the link’s destination."
      >
        <Apps />
        <AppLinksHint />
      </Section>
      <Section
        title="Link preview"
        text="What apps and networks show when somebody shares the link."
      >
        <Preview />
      </Section>
      <FormSwitch
        control={control}
        name="options.passQuery"
        label="Pass query parameters to the destination"
        hint="The parameters of the visited address are added. Those that the destination already has stay."
      />
      <WhereVisitorsGo />
    </div>
  );
}

type SectionProps = {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
};

function Section({ title, text, children }: SectionProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-semibold">{title}</legend>
      {text && <p className="text-sm text-muted">{text}</p>}
      {children}
    </fieldset>
  );
}

function Schedule() {
  const { register, formState } = useFormContext<LinkValues>();
  const errors = formState.errors.options;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Starts"
        isOptional
        type="datetime-local"
        max={lastLocalClock}
        hint="Until then, visitors see a page with the start date."
        error={errors?.startsAt?.message}
        {...register('options.startsAt')}
      />
      <Field
        label="Expires after clicks"
        isOptional
        inputMode="numeric"
        placeholder="100"
        hint="Counted from the time at which you set it."
        error={errors?.expiresAfterClicks?.message}
        {...register('options.expiresAfterClicks')}
      />
      <Field
        className="sm:col-span-2"
        label="Destination after expiry"
        isOptional
        {...urlInput}
        placeholder="https://example.com/over"
        hint="Leave empty to show a page that says the link has expired."
        error={errors?.expiredUrl?.message}
        {...register('options.expiredUrl')}
      />
    </div>
  );
}

function PasswordOption({ hasPassword }: { readonly hasPassword: boolean }) {
  const { control, register, formState } = useFormContext<LinkValues>();
  const isRemoved = useWatch({ control, name: 'options.removesPassword' });
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {!isRemoved && (
        <PasswordField
          label={hasPassword ? 'New password' : 'Password'}
          autoComplete="new-password"
          hint={
            hasPassword
              ? 'Leave empty to keep the current one.'
              : 'Visitors enter it before they are redirected.'
          }
          error={formState.errors.options?.password?.message}
          {...register('options.password')}
        />
      )}
      {hasPassword && (
        <FormSwitch control={control} name="options.removesPassword" label="Remove the password" />
      )}
    </div>
  );
}

function Apps() {
  const { register, formState } = useFormContext<LinkValues>();
  const errors = formState.errors.options;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="iPhone and iPad"
        isOptional
        {...urlInput}
        placeholder="shop://item/5"
        error={errors?.iosUrl?.message}
        {...register('options.iosUrl')}
      />
      <Field
        label="Without the iOS app"
        isOptional
        {...urlInput}
        placeholder="https://apps.apple.com/…"
        error={errors?.iosFallbackUrl?.message}
        {...register('options.iosFallbackUrl')}
      />
      <Field
        label="Android"
        isOptional
        {...urlInput}
        placeholder="shop://item/5"
        error={errors?.androidUrl?.message}
        {...register('options.androidUrl')}
      />
      <Field
        label="Without the Android app"
        isOptional
        {...urlInput}
        placeholder="https://play.google.com/…"
        error={errors?.androidFallbackUrl?.message}
        {...register('options.androidFallbackUrl')}
      />
    </div>
  );
}

function Preview() {
  const { register, formState } = useFormContext<LinkValues>();
  const errors = formState.errors.options;
  return (
    <div className="grid gap-4">
      <Field
        label="Preview title"
        isOptional
        error={errors?.previewTitle?.message}
        {...register('options.previewTitle')}
      />
      <TextArea
        label="Preview text"
        isOptional
        rows={2}
        error={errors?.previewText?.message}
        {...register('options.previewText')}
      />
    </div>
  );
}
