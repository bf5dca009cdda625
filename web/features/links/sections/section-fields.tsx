import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormSwitch } from '#web/forms/form-switch.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import type { Link } from '#web/api.ts';
import type { LinkValues } from '#web/features/links/form/link-form.ts';
import { usePrefix } from '#web/features/links/form/domain-field.tsx';
import { usePageWords } from '#web/features/links/form/page-words.ts';
import {
  ConversionSwitches,
  LinkSwitch,
  ProfitField,
} from '#web/features/links/form/link-options.tsx';
import { AppLinksHint } from '#web/features/links/options/app-links-hint.tsx';
import { lastLocalClock } from '#web/features/links/options/option-values.ts';
import { RuleFields } from '#web/features/links/options/rule-fields.tsx';
import { WhereVisitorsGo } from '#web/features/links/options/where-visitors-go.tsx';
import { UtmFields } from '#web/features/links/utm/utm-fields.tsx';
import { PreviewPicture } from './preview-picture.tsx';
import { SharedPreview } from './shared-preview.tsx';

const urlInput = { inputMode: 'url', autoCapitalize: 'none', spellCheck: false } as const;

/** What the sections of a form know of its link. */
export type SectionProps = {
  /** The link that a form edits; absent in the form of a new link. */
  readonly link?: Link | undefined;
  /** Whether the page shows beside the sections where a visitor goes. */
  readonly hasPreview?: boolean;
};

export function UtmSection() {
  const { control } = useFormContext<LinkValues>();
  return (
    <>
      <UtmFields />
      <FormSwitch
        control={control}
        name="options.passQuery"
        label="Pass query parameters to the destination"
        hint="The parameters of the visited address are added. Those that the destination already has stay."
      />
    </>
  );
}

export function ScheduleFields({ link }: SectionProps) {
  const { register, formState } = useFormContext<LinkValues>();
  const errors = formState.errors.options;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {link && (
        <div className="sm:col-span-2">
          <LinkSwitch
            name="isActive"
            label="Active"
            hint="When off, visitors see that the link is paused."
          />
        </div>
      )}
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
        label="Expires"
        isOptional
        type="datetime-local"
        max={lastLocalClock}
        hint="Leave empty to never expire."
        error={formState.errors.expiresAt?.message}
        {...register('expiresAt')}
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

export function AccessFields({ link }: SectionProps) {
  const hasPassword = link?.hasPassword ?? false;
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

export function RulesFields({ hasPreview = false }: SectionProps) {
  return (
    <>
      <Text>
        The first rule that fits a visitor decides. Without one, the visitor goes to the link’s
        destination.
      </Text>
      <RuleFields />
      {!hasPreview && <WhereVisitorsGo />}
    </>
  );
}

export function AppFields() {
  const { register, formState } = useFormContext<LinkValues>();
  const errors = formState.errors.options;
  return (
    <>
      <Text>
        A web address, or one with the app’s own scheme. A device that cannot open the app goes to
        the address beside it, or to the link’s destination.
      </Text>
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
      <AppLinksHint />
    </>
  );
}

export function PreviewFields({ link }: SectionProps) {
  const { register, formState } = useFormContext<LinkValues>();
  const errors = formState.errors.options;
  return (
    <>
      <Text>
        What apps and networks show when somebody shares the link. Without an own title, text or
        picture they show those of the destination.
      </Text>
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
      {link ? <PreviewPicture link={link} /> : <NewPreview />}
    </>
  );
}

/** What a new link looks like when shared; an existing link has a preview beside its form. */
function NewPreview() {
  const { control } = useFormContext<LinkValues>();
  const [alias, title, text] = useWatch({
    control,
    name: ['customAlias', 'options.previewTitle', 'options.previewText'],
  });
  const { words } = usePageWords();
  const address = usePrefix() + (alias.trim() || '…');
  if ((title + text).trim() === '' && !words) return null;
  return (
    <div className="max-w-96">
      <SharedPreview address={address} picture={null} words={words} />
    </div>
  );
}

export function ConversionFields() {
  return (
    <>
      <LinkSwitch
        name="trackClicks"
        label="Track clicks"
        hint="When off, the link redirects without recording clicks."
      />
      <ConversionSwitches />
      <ProfitField className="sm:max-w-80" />
    </>
  );
}

function Text({ children }: { readonly children: ReactNode }) {
  return <p className="text-sm text-muted">{children}</p>;
}
