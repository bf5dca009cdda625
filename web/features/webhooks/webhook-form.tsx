import { zodResolver } from '@hookform/resolvers/zod';
import { useAtomValue, useSetAtom } from 'jotai';
import { useId } from 'react';
import { Controller, useForm, useWatch, type Control } from 'react-hook-form';
import * as z from 'zod/mini';
import { chosenTypes } from '#contract/webhooks/event-types';
import {
  longestDescription,
  longestWebhookUrl,
  NewWebhook,
  type WebhookFormat,
  webhookFormats,
  type WebhookJson as Webhook,
} from '#contract/webhooks/webhooks';
import { showToastAtom } from '#web/app/state/toast.ts';
import { foldersQuery, tagsQuery } from '#web/features/labels/labels.ts';
import { FormSwitch } from '#web/forms/form-switch.tsx';
import { FormAlert } from '#web/forms/page-form.tsx';
import { aboveForm, atFields, issuesAt } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { classNames } from '#web/ui/class-names.ts';
import { DialogForm } from '#web/ui/floating/dialog.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { Note } from '#web/ui/fields/field-frame.tsx';
import { SelectField } from '#web/ui/fields/select.tsx';
import { addWebhookAtom, changeWebhookAtom, eventWords } from './webhooks.ts';

/** Which links' events are sent. `ids` are chosen over the API alone, and stay as they are. */
const linkKinds = ['all', 'tags', 'folders', 'ids'] as const;

const schema = z
  .object({
    url: NewWebhook.shape.url,
    description: z.string(),
    format: z.enum(webhookFormats),
    isEnabled: z.boolean(),
    getsAll: z.boolean(),
    events: z.array(z.enum(chosenTypes)),
    linkKind: z.enum(linkKinds),
    tags: z.array(z.string()),
    folders: z.array(z.string()),
  })
  .check(
    z.refine(({ getsAll, events }) => getsAll || events.length > 0, {
      path: ['events'],
      error: 'Choose at least one event',
    }),
    z.refine(({ linkKind, tags }) => linkKind !== 'tags' || tags.length > 0, {
      path: ['tags'],
      error: 'Choose at least one tag',
    }),
    z.refine(({ linkKind, folders }) => linkKind !== 'folders' || folders.length > 0, {
      path: ['folders'],
      error: 'Choose at least one folder',
    }),
  );
type Values = z.infer<typeof schema>;

const formatWords: Readonly<Record<WebhookFormat, string>> = {
  standard: 'JSON, signed (Standard Webhooks)',
  slack: 'Message in Slack',
  discord: 'Message in Discord',
};

type WebhookFormProps = {
  readonly webhook: Webhook | null;
  /** Called with the secret of a new webhook. */
  onAdded(secret: string): void;
  onClose(): void;
};

/** The fields of a new webhook, or of one that is changed. */
export function WebhookForm({ webhook, onAdded, onClose }: WebhookFormProps) {
  const showToast = useSetAtom(showToastAtom);
  const addWebhook = useSetAtom(addWebhookAtom);
  const changeWebhook = useSetAtom(changeWebhookAtom);
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: valuesOf(webhook),
  });
  const { submit, isBusy } = useSubmit({
    form,
    send: async (values) => {
      const body = bodyOf(values, webhook);
      if (webhook === null) return onAdded(await addWebhook(body));
      await changeWebhook({ id: webhook.id, body });
      showToast('Webhook updated');
      onClose();
    },
    refused: atFields<Values>(
      issuesAt('url', 'description', 'events'),
      aboveForm('Failed to save the webhook'),
    ),
  });
  const { control, register, formState } = form;
  const { errors } = formState;
  const getsAll = useWatch({ control, name: 'getsAll' });

  return (
    <DialogForm
      label={webhook ? 'Save webhook' : 'Add webhook'}
      busyLabel="Saving..."
      isBusy={isBusy}
      isDirty={formState.isDirty}
      onSubmit={submit}
      onCancel={onClose}
    >
      <FormAlert text={errors.root?.message} />
      <Field
        label="Address"
        type="url"
        autoFocus
        autoComplete="off"
        maxLength={longestWebhookUrl}
        placeholder="https://hooks.example.com/waypost"
        hint="A public address of your server, with https."
        error={errors.url?.message}
        {...register('url')}
      />
      <Field
        label="Description"
        isOptional
        maxLength={longestDescription}
        error={errors.description?.message}
        {...register('description')}
      />
      <SelectField
        label="Format"
        options={webhookFormats.map((value) => ({ value, label: formatWords[value] }))}
        hint="Slack and Discord get a short text: enter the address of an incoming webhook there."
        {...register('format')}
      />
      <FormSwitch control={control} name="getsAll" label="All events" />
      {!getsAll && (
        <Choices
          control={control}
          name="events"
          title="Events"
          error={errors.events?.message}
          options={chosenTypes.map((value) => ({ value, label: eventWords[value] }))}
        />
      )}
      <LinkChoice control={control} webhook={webhook} errors={errors} register={register} />
      <FormSwitch control={control} name="isEnabled" label="On" hint="Off: nothing is sent." />
    </DialogForm>
  );
}

type LinkChoiceProps = Pick<ReturnType<typeof useForm<Values>>, 'control' | 'register'> & {
  readonly webhook: Webhook | null;
  readonly errors: ReturnType<typeof useForm<Values>>['formState']['errors'];
};

function LinkChoice({ control, webhook, errors, register }: LinkChoiceProps) {
  const kind = useWatch({ control, name: 'linkKind' });
  const tags = useAtomValue(tagsQuery).data ?? [];
  const folders = useAtomValue(foldersQuery).data ?? [];
  const labels = kind === 'tags' ? tags : folders;
  const ids = webhook?.links?.ids;
  return (
    <>
      <SelectField
        label="Links"
        options={[
          { value: 'all', label: 'All links' },
          { value: 'tags', label: 'Links with one of some tags' },
          { value: 'folders', label: 'Links in some folders' },
          ...(ids ? [{ value: 'ids', label: `${ids.length} chosen over the API` }] : []),
        ]}
        hint="Events that are not about a link are sent anyway."
        {...register('linkKind')}
      />
      {(kind === 'tags' || kind === 'folders') &&
        (labels.length === 0 ? (
          <p role="alert" className="text-sm text-warn">
            You have no {kind} yet.
          </p>
        ) : (
          <Choices
            key={kind}
            control={control}
            name={kind}
            title={kind === 'tags' ? 'Tags' : 'Folders'}
            error={errors[kind]?.message}
            options={labels.map(({ id, name }) => ({ value: id, label: name }))}
          />
        ))}
    </>
  );
}

type ChoicesProps = {
  readonly control: Control<Values>;
  readonly name: 'events' | 'tags' | 'folders';
  readonly title: string;
  readonly error: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
};

/** A list of checkboxes. */
function Choices({ control, name, title, error, options }: ChoicesProps) {
  const noteId = useId();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange } }) => {
        const chosen: readonly string[] = value;
        return (
          <fieldset aria-describedby={error && noteId} className="grid gap-1.5">
            <legend className="mb-1.5 text-sm font-medium">{title}</legend>
            <div
              className={classNames(
                'grid gap-x-3 gap-y-1 sm:grid-cols-2',
                // An account can have hundreds of labels.
                name !== 'events' && 'max-h-56 overflow-y-auto',
              )}
            >
              {options.map((option) => (
                <label
                  key={option.value}
                  className="flex min-w-0 items-center gap-2.5 py-1 text-sm touch"
                >
                  <Checkbox
                    aria-invalid={error ? true : undefined}
                    checked={chosen.includes(option.value)}
                    onChange={({ target }) =>
                      onChange(
                        target.checked
                          ? [...chosen, option.value]
                          : chosen.filter((each) => each !== option.value),
                      )
                    }
                  />
                  <span className="min-w-0 wrap-anywhere">{option.label}</span>
                </label>
              ))}
            </div>
            {error && (
              <div role="alert">
                <Note id={noteId} error={error} />
              </div>
            )}
          </fieldset>
        );
      }}
    />
  );
}

function valuesOf(webhook: Webhook | null): Values {
  const links = webhook?.links ?? null;
  return {
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    format: webhook?.format ?? 'standard',
    isEnabled: webhook?.isEnabled ?? true,
    getsAll: !webhook?.events,
    events: webhook?.events ?? [],
    linkKind: links === null ? 'all' : links.ids ? 'ids' : links.tags ? 'tags' : 'folders',
    tags: links?.tags ?? [],
    folders: links?.folders ?? [],
  };
}

function bodyOf(values: Values, webhook: Webhook | null) {
  const { url, description, format, isEnabled, getsAll, events, linkKind, tags, folders } = values;
  const links = {
    all: null,
    tags: { tags },
    folders: { folders },
    ids: webhook?.links ?? null,
  }[linkKind];
  return {
    url,
    format,
    description: description === '' ? null : description,
    events: getsAll ? null : events,
    links,
    // A switch that was not moved says nothing: sent again, it would clear why a webhook is off.
    ...(isEnabled !== (webhook?.isEnabled ?? true) && { isEnabled }),
  };
}
