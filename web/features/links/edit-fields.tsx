import { useFormContext } from 'react-hook-form';
import type { Link } from '#web/api.ts';
import { DomainField, usePrefix } from '#web/features/links/form/domain-field.tsx';
import { OrganiseFields } from '#web/features/links/form/organise-fields.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import {
  DestinationField,
  LinkOptions,
  LinkSwitch,
  ProfitField,
  SplitTestFields,
} from '#web/features/links/form/link-options.tsx';
import { lastLocalClock } from '#web/features/links/options/option-values.ts';
import type { LinkValues } from '#web/features/links/form/link-form.ts';
import { ContinueQuestion } from '#web/features/links/form/running-test.tsx';
import { UtmFields } from '#web/features/links/utm/utm-fields.tsx';

/** The fields of an existing link, without its further options. */
export function EditFields({ link }: { readonly link: Link }) {
  const { register, formState } = useFormContext<LinkValues>();
  const { errors } = formState;
  return (
    <>
      <DestinationField link={link} autoFocus />
      <ContinueQuestion link={link} place={0} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Custom alias"
          isOptional
          prefix={usePrefix()}
          autoCapitalize="none"
          spellCheck={false}
          error={errors.customAlias?.message}
          {...register('customAlias')}
        />
        <DomainField current={link.domain} />
        <Field label="Title" isOptional error={errors.title?.message} {...register('title')} />
        <Field
          label="Expires"
          isOptional
          type="datetime-local"
          max={lastLocalClock}
          hint="Leave empty to never expire."
          error={errors.expiresAt?.message}
          {...register('expiresAt')}
        />
      </div>
      <TextArea
        label="Description"
        isOptional
        rows={2}
        hint="Visitors do not see it."
        error={errors.description?.message}
        {...register('description')}
      />
      <OrganiseFields />
      <div className="grid gap-4 sm:grid-cols-2">
        <LinkSwitch
          name="isActive"
          label="Active"
          hint="When off, visitors see that the link is paused."
        />
        <LinkSwitch
          name="trackClicks"
          label="Track clicks"
          hint="When off, the link redirects without recording clicks."
        />
      </div>
      <hr className="border-line" />
      <UtmFields />
      <hr className="border-line" />
      <LinkOptions />
      <ProfitField className="sm:max-w-80" />
      <SplitTestFields link={link} keepsAddButton />
    </>
  );
}
