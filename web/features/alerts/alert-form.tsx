import { zodResolver } from '@hookform/resolvers/zod';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  type AlertJson as Alert,
  alertKinds,
  alertMeasures,
  alertUnits,
  hasBound,
  NewAlert,
} from '#contract/analytics/alerts';
import type { Link as ChosenLink } from '#web/api.ts';
import type { ApiError } from '#web/api-error.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { tagsQuery } from '#web/features/labels/labels.ts';
import { LinkSelect } from '#web/features/links/link-select.tsx';
import { FormSwitch } from '#web/forms/form-switch.tsx';
import { FormAlert } from '#web/forms/page-form.tsx';
import { aboveForm, atFields } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Dialog, DialogForm } from '#web/ui/floating/dialog.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { SelectField } from '#web/ui/fields/select.tsx';
import { addAlertAtom, changeAlertAtom } from './alerts.ts';
import { CampaignField } from '#web/features/analytics/campaign-field.tsx';

type AlertDialogProps = {
  readonly isOpen: boolean;
  /** The alert to change; null for a new one. */
  readonly alert: Alert | null;
  onClose(): void;
};

/** Adds an alert, or changes one. */
export function AlertDialog({ isOpen, alert, onClose }: AlertDialogProps) {
  return (
    <Dialog
      title={alert ? 'Edit Alert' : 'New Alert'}
      description={alert?.sentence}
      isOpen={isOpen}
      onClose={onClose}
    >
      <AlertForm alert={alert} onClose={onClose} />
    </Dialog>
  );
}

const subjects = ['account', 'link', 'tag', 'campaign'] as const;
const subjectOptions = [
  { value: 'account', label: 'All links' },
  { value: 'link', label: 'One link' },
  { value: 'tag', label: 'Links with a tag' },
  { value: 'campaign', label: 'A UTM campaign' },
] as const;
const measureOptions = [
  { value: 'clicks', label: 'Clicks' },
  { value: 'conversions', label: 'Conversions' },
] as const;
const unitOptions = [
  { value: 'hour', label: 'an hour' },
  { value: 'day', label: 'a day' },
] as const;

const values = z.object({
  subject: z.enum(subjects),
  linkId: z.string(),
  tagId: z.string(),
  campaign: z.string(),
  measure: z.enum(alertMeasures),
  kind: z.enum(alertKinds),
  bound: z.string(),
  per: z.enum(alertUnits),
  isMailed: z.boolean(),
  isEnabled: z.boolean(),
});
type Values = z.output<typeof values>;

/** The form's fields; the contract says what is wrong with them. */
const schema = values.check(({ value, issues }) => {
  const input = value;
  const missing = { link: value.linkId === '', tag: value.tagId === '', campaign: false };
  if (value.subject !== 'account' && missing[value.subject]) {
    const field = value.subject === 'link' ? 'linkId' : 'tagId';
    issues.push({ code: 'custom', input, path: [field], message: `Choose a ${value.subject}` });
    return;
  }
  for (const { path, message } of z.safeParse(NewAlert, alertFrom(value)).error?.issues ?? []) {
    issues.push({ code: 'custom', input, path: [...path], message });
  }
});

function alertFrom(value: Values): NewAlert {
  const { subject, linkId, tagId, campaign, kind, bound, per, ...rest } = value;
  const isBounded = hasBound(kind);
  return {
    linkId: subject === 'link' ? linkId : null,
    tagId: subject === 'tag' ? tagId : null,
    campaign: subject === 'campaign' ? campaign : null,
    measure: kind === 'limit' ? 'clicks' : rest.measure,
    kind,
    bound: !isBounded ? null : bound === '' ? Number.NaN : Number(bound),
    per: isBounded ? per : null,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    isMailed: rest.isMailed,
    isEnabled: rest.isEnabled,
  };
}

function valuesOf(alert: Alert | null): Values {
  const subject = alert?.linkId
    ? 'link'
    : alert?.tagId
      ? 'tag'
      : alert?.campaign
        ? 'campaign'
        : 'account';
  return {
    subject,
    linkId: alert?.linkId ?? '',
    tagId: alert?.tagId ?? '',
    campaign: alert?.campaign ?? '',
    measure: alert?.measure ?? 'clicks',
    kind: alert?.kind ?? 'silent',
    bound: alert?.bound?.toString() ?? '',
    per: alert?.per ?? 'day',
    isMailed: alert?.isMailed ?? true,
    isEnabled: alert?.isEnabled ?? true,
  };
}

/** The form has a field of the same name for each. */
const issuesOf = ({ issues }: ApiError) =>
  issues.flatMap(({ path, message }) => {
    const field = (['linkId', 'tagId', 'campaign', 'bound', 'per'] as const).find(
      (name) => name === path,
    );
    return field ? [{ path: field, message }] : [];
  });

function AlertForm({ alert, onClose }: Omit<AlertDialogProps, 'isOpen'>) {
  const showToast = useSetAtom(showToastAtom);
  const add = useSetAtom(addAlertAtom);
  const change = useSetAtom(changeAlertAtom);
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: valuesOf(alert) });
  const { submit, isBusy } = useSubmit({
    form,
    send: async (typed) => {
      const { bound, per, isMailed, isEnabled, ...rest } = alertFrom(typed);
      if (alert === null) await add({ ...rest, bound, per, isMailed, isEnabled });
      else await change({ id: alert.id, body: { bound, per, isMailed, isEnabled } });
      showToast(alert === null ? 'Alert added' : 'Alert updated');
      onClose();
    },
    refused: atFields<Values>(issuesOf, aboveForm('Failed to save the alert')),
  });
  const { control, register, formState } = form;
  const { errors } = formState;
  const kind = useWatch({ control, name: 'kind' });

  return (
    <DialogForm
      label={alert ? 'Save alert' : 'Add alert'}
      busyLabel="Saving..."
      isBusy={isBusy}
      isDirty={formState.isDirty}
      onSubmit={submit}
      onCancel={onClose}
    >
      <FormAlert text={errors.root?.message} />
      {alert === null && <SubjectFields form={form} />}
      {hasBound(kind) && (
        <div className="grid grid-cols-[minmax(0,1fr)_8rem] items-start gap-4">
          <Field
            label={kind === 'above' ? 'More than' : 'Fewer than'}
            type="number"
            inputMode="numeric"
            min="1"
            step="1"
            error={errors.bound?.message}
            {...register('bound')}
          />
          <SelectField label="In" options={unitOptions} {...register('per')} />
        </div>
      )}
      <FormSwitch
        control={control}
        name="isMailed"
        label="Email"
        hint="As well as the notice in Waypost."
      />
      <FormSwitch control={control} name="isEnabled" label="On" />
    </DialogForm>
  );
}

type Chosen = Pick<Values, 'kind' | 'subject' | 'measure'>;

function hintOf({ kind, subject, measure }: Chosen): string | undefined {
  if (kind === 'silent') {
    const [hours, usual] =
      measure === 'clicks'
        ? ['hours without a click', 'clicks']
        : ['hours with clicks but without a conversion', 'conversions for as many clicks'];
    return `You get an alert after ${hours}, when the same hours of each of the four weeks before had at least 10 to 15 ${usual}, or more if many usually come at once. Hours that are always quiet raise no alert.`;
  }
  if (kind !== 'limit') return undefined;
  const ofLinks = 'You get an alert when a link has 80% of the clicks after which it expires';
  return subject === 'account'
    ? `${ofLinks}, and when your account has 90% of the links that it can have.`
    : `${ofLinks}.`;
}

/** What is counted, and when the alert is raised: chosen once. */
function SubjectFields({ form }: { readonly form: ReturnType<typeof useForm<Values>> }) {
  const { control, register, setValue, formState } = form;
  const { errors } = formState;
  const [subject, measure, kind, campaign] = useWatch({
    control,
    name: ['subject', 'measure', 'kind', 'campaign'],
  });
  const [link, setLink] = useState<ChosenLink | null>(null);
  const tags = useAtomValue(tagsQuery).data ?? [];
  const kindOptions = [
    {
      value: 'silent',
      label: measure === 'clicks' ? 'They stop' : 'They stop while clicks go on',
    },
    { value: 'above', label: 'There are more than a number you set' },
    { value: 'below', label: 'There are fewer than a number you set' },
    { value: 'limit', label: 'A limit is near' },
  ] as const;
  return (
    <>
      <SelectField
        label="What to watch"
        options={subjectOptions}
        autoFocus
        {...register('subject')}
      />
      {subject === 'link' && (
        <LinkSelect
          link={link}
          error={errors.linkId?.message}
          onChange={(chosen) => {
            setLink(chosen);
            setValue('linkId', chosen.id, { shouldValidate: formState.isSubmitted });
          }}
        />
      )}
      {subject === 'tag' && (
        <SelectField
          label="Tag"
          options={[
            { value: '', label: tags.length === 0 ? 'You have no tags yet' : 'Choose a tag' },
            ...tags.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          error={errors.tagId?.message}
          {...register('tagId')}
        />
      )}
      {subject === 'campaign' && (
        <CampaignField
          campaign={campaign.trim()}
          error={errors.campaign?.message}
          {...register('campaign')}
        />
      )}
      <div className={kind === 'limit' ? 'grid' : 'grid gap-4 sm:grid-cols-[9rem_minmax(0,1fr)]'}>
        {kind !== 'limit' && (
          <SelectField label="What to count" options={measureOptions} {...register('measure')} />
        )}
        <SelectField
          label="Tell me when"
          options={kindOptions}
          hint={hintOf({ kind, subject, measure })}
          {...register('kind')}
        />
      </div>
    </>
  );
}
