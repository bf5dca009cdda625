import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useForm, useFormContext } from 'react-hook-form';
import type { Link } from '#web/api.ts';
import { withoutScheme } from '#web/format.ts';
import { editLinkAtom } from './links.ts';
import { DomainField, usePrefix } from '#web/features/domains/domain-field.tsx';
import { tellAtom } from '#web/app/state/toast.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { FormInDialog } from '#web/forms/form-in-dialog.tsx';
import { atFields } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { changeOf, valuesOf } from './form/link-form.ts';
import { linkResolver, type LinkValues } from './form/link-schema.ts';
import { linkIssues } from './form/link-issues.ts';
import {
  DestinationField,
  LinkOptions,
  LinkSwitch,
  ProfitField,
  SplitTestFields,
} from './form/link-options.tsx';
import { OrganiseFields } from '#web/features/labels/organise-fields.tsx';
import { UtmFields } from './utm/utm-fields.tsx';
import { MoreOptions } from './options/more-options.tsx';
import { MoreOptionsButton } from './options/more-options-button.tsx';
import { hasOptions } from './options/option-values.ts';
import { PlanNotice } from './plan-notice.tsx';

type EditLinkDialogProps = { readonly link: Link | null; onClose(): void };

/** Edits every field of a link that its owner may change. */
export function EditLinkDialog({ link, onClose }: EditLinkDialogProps) {
  return (
    <Dialog
      title="Edit Link"
      description={link && <span className="block truncate">{withoutScheme(link.shortUrl)}</span>}
      isWide
      isOpen={link !== null}
      onClose={onClose}
    >
      {link && <EditForm key={link.id} link={link} onClose={onClose} />}
    </Dialog>
  );
}

function EditForm({ link, onClose }: { readonly link: Link; onClose(): void }) {
  const tell = useSetAtom(tellAtom);
  const editLink = useSetAtom(editLinkAtom);
  const form = useForm<LinkValues>({
    resolver: linkResolver,
    defaultValues: valuesOf(link),
  });
  const submission = useSubmit({
    form,
    send: async (values) => {
      await editLink({ id: link.id, change: changeOf(values, link) });
      onClose();
      tell('Link updated successfully');
    },
    refused: atFields(linkIssues, 'Failed to update link'),
  });

  return (
    <FormInDialog
      form={form}
      submission={submission}
      label="Update Link"
      busyLabel="Updating..."
      onCancel={onClose}
    >
      <PlanNotice />
      <EditFields link={link} />
      <OptionFields link={link} />
    </FormInDialog>
  );
}

function OptionFields({ link }: { readonly link: Link }) {
  const [isOpen, setOpen] = useState(() => hasOptions(link));
  return isOpen ? (
    <MoreOptions hasPassword={link.hasPassword} />
  ) : (
    <MoreOptionsButton onOpen={() => setOpen(true)} />
  );
}

function EditFields({ link }: { readonly link: Link }) {
  const { register, formState } = useFormContext<LinkValues>();
  const { errors } = formState;
  return (
    <>
      <DestinationField autoFocus />
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
      <SplitTestFields keepsAddButton />
    </>
  );
}
