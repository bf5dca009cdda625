import { zodResolver } from '@hookform/resolvers/zod';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';
import { measureOf } from '#contract/analytics/measures';
import { longestReportName } from '#contract/shared-reports/shared-reports';
import { presets, type ReportRange } from '#web/features/address/ranges.ts';
import { reportQuery } from '#web/features/analytics/report/queries.ts';
import { type ReportQuestion, questionOf } from '#web/features/analytics/report/question.ts';
import { useMeasure } from '#web/features/analytics/report/read-only.ts';
import { domainsQuery, isConnected } from '#web/features/domains/domains.ts';
import { FormSwitch } from '#web/forms/form-switch.tsx';
import { LeaveGuard } from '#web/forms/leave-guard.tsx';
import { FormAlert } from '#web/forms/page-form.tsx';
import { aboveForm, atFields } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { DialogForm } from '#web/ui/floating/dialog.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { SelectField } from '#web/ui/fields/select.tsx';
import { appOrigin } from '#web/instance.ts';
import { paths } from '#web/paths.ts';
import { Segments } from '#web/ui/segments.tsx';
import { AddressAndCode } from './embed-code.tsx';
import { LookFields } from './look-fields.tsx';
import { bodyOf, queryOf, schema, type Values, valuesOf } from './share-form-values.ts';
import { changeSharedAtom, shareReportAtom, type SharedReport } from './shared-reports.ts';
import { PreviewLink, rangeWords, AllShared, WhatIsShown } from './share-words.tsx';

type ShareFormProps = {
  /** The report that is changed; null: a new one of the question. */
  readonly report: SharedReport | null;
  readonly question: ReportQuestion;
  onShared(report: SharedReport): void;
  onClose(): void;
};

/** The settings of a shared report. */
export function ShareForm({ report, question, onShared, onClose }: ShareFormProps) {
  const share = useSetAtom(shareReportAtom);
  const change = useSetAtom(changeSharedAtom);
  const measure = useMeasure();
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: valuesOf(report) });
  const { submit, isBusy } = useSubmit({
    form,
    send: async (values) => {
      const body = bodyOf(values, report);
      const shown = { query: queryOf(question, measure), fixesDates: !values.isMoving };
      onShared(
        await (report === null ? share({ ...body, ...shown }) : change({ id: report.id, body })),
      );
    },
    refused: atFields<Values>(
      ({ issues }) => issues.flatMap(fieldOf),
      aboveForm('Failed to share the report'),
    ),
  });
  const { control, register, formState } = form;
  const { errors, isDirty } = formState;
  const [showsMoney, isMoving] = useWatch({ control, name: ['showsMoney', 'isMoving'] });
  return (
    <DialogForm
      label={report === null ? 'Create the page' : 'Save'}
      busyLabel="Saving..."
      isBusy={isBusy}
      isDirty={isDirty}
      onSubmit={submit}
      onCancel={onClose}
    >
      <FormAlert text={errors.root?.message} />
      <Field
        label="Name"
        autoFocus
        autoComplete="off"
        maxLength={longestReportName}
        placeholder="Autumn campaigns"
        error={errors.name?.message}
        {...register('name')}
      />
      <AddressChoice form={form} report={report} />
      {report === null && <PeriodChoice form={form} range={question.range} />}
      <div className="grid gap-3.5">
        <FormSwitch control={control} name="choosesDates" label="Visitors may choose other dates" />
        <FormSwitch control={control} name="showsMoney" label="Show revenue and profit" />
        <PasswordChoice form={form} />
      </div>
      <div className="grid gap-1">
        {report === null ? (
          <NewReport question={question} isMoving={isMoving} showsMoney={showsMoney} />
        ) : (
          <KnownReport report={report} showsMoney={showsMoney} />
        )}
      </div>
      <Field
        label="Expires"
        isOptional
        type="date"
        hint="The last day on which it can be read."
        error={errors.lastDay?.message}
        {...register('lastDay')}
      />
      <LookFields form={form} />
      <Field
        label="Websites that may embed it"
        isOptional
        autoComplete="off"
        placeholder="www.shop.example"
        hint="Hosts with spaces between them. Without any, no website can show the page in a frame."
        error={errors.hosts?.message}
        {...register('hosts')}
      />
      {report !== null && <AddressAndCode report={report} />}
      <LeaveGuard isDirty={isDirty} />
    </DialogForm>
  );
}

type NewReportProps = Pick<ShareFormProps, 'question'> & Pick<Values, 'isMoving' | 'showsMoney'>;

/** What the page of a new report shows; a range that does not move is named by its days. */
function NewReport({ question, isMoving, showsMoney }: NewReportProps) {
  const measure = useMeasure();
  const { data: report } = useAtomValue(reportQuery(question));
  const days = isMoving ? undefined : report?.range;
  const range = days ? ({ kind: 'days', from: days.from, to: days.to } as const) : question.range;
  return (
    <>
      <WhatIsShown
        question={{ ...question, range }}
        measure={measure}
        isOnScreen
        showsMoney={showsMoney}
      />
      <AllShared />
    </>
  );
}

type KnownReportProps = Pick<Values, 'showsMoney'> & { readonly report: SharedReport };

function KnownReport({ report, showsMoney }: KnownReportProps) {
  const parameters = new URLSearchParams(report.query);
  return (
    <>
      <WhatIsShown
        question={questionOf(parameters)}
        measure={measureOf(parameters.get('measure'))}
        isOnScreen={false}
        showsMoney={showsMoney}
      />
      <span className="flex flex-wrap gap-x-4">
        {report.linkId === null && (
          <Link to={paths.changeShared(report.id, report.query)} className={textLink}>
            Change period and filters
          </Link>
        )}
        <PreviewLink report={report} className={textLink} />
      </span>
    </>
  );
}

const textLink =
  'flex items-center rounded-sm text-sm font-semibold text-accent-text hover:underline touch';

type FormProps = { readonly form: UseFormReturn<Values> };

const ofForm = ['name', 'domain', 'password', 'lastDay', 'sender', 'color', 'hosts'] as const;

/** A field of the API is one of the form, or a part of one: `hosts.0`. */
function fieldOf({ path, message }: { readonly path: string; readonly message: string }) {
  const [name = ''] = path.split('.');
  const at = ofForm.find((field) => field === (name === 'expiresAt' ? 'lastDay' : name));
  return at === undefined ? [] : [{ path: at, message }];
}

type AddressChoiceProps = FormProps & Pick<ShareFormProps, 'report'>;

/** The host of the page's address, for accounts with a connected domain. A new page gets the usual one. */
function AddressChoice({ form, report }: AddressChoiceProps) {
  const domains = (useAtomValue(domainsQuery).data ?? []).filter(isConnected);
  const hosts = domains.map(({ domain }) => domain);
  const usual = domains.find(({ isDefault }) => isDefault)?.domain ?? '';
  const { resetField } = form;
  const isNew = report === null;
  // As a default, because it is no change of the person's that could be lost.
  useEffect(() => {
    if (isNew) resetField('domain', { defaultValue: usual });
  }, [isNew, usual, resetField]);
  if (hosts.length === 0) return null;
  return (
    <Controller
      control={form.control}
      name="domain"
      render={({ field: { value, onChange, ref, onBlur }, fieldState }) => (
        <SelectField
          label="Domain"
          options={['', ...hosts].map((host) => ({
            value: host,
            label: host || new URL(appOrigin).host,
          }))}
          error={fieldState.error?.message}
          {...{ ref, onBlur, onChange }}
          value={value ?? report?.domain ?? ''}
        />
      )}
    />
  );
}

type PeriodChoiceProps = FormProps & { readonly range: ReportRange };

function PeriodChoice({ form, range }: PeriodChoiceProps) {
  if (range.kind === 'days' || range.preset === 'all') return null;
  const label = presets.find(({ value }) => value === range.preset)?.label ?? rangeWords(range);
  return (
    <Controller
      control={form.control}
      name="isMoving"
      render={({ field }) => (
        <div className="grid gap-1.5 [&>fieldset]:mb-0">
          <span className="text-sm font-medium">Period</span>
          <Segments
            label="Period"
            value={field.value ? 'moving' : 'fixed'}
            options={[
              { value: 'moving', label: `${label}, moving` },
              { value: 'fixed', label: 'Fixed dates' },
            ]}
            onChange={(value) => field.onChange(value === 'moving')}
          />
        </div>
      )}
    />
  );
}

function PasswordChoice({ form }: FormProps) {
  const { control, register, formState } = form;
  const hasPassword = useWatch({ control, name: 'hasPassword' });
  const hadPassword = useWatch({ control, name: 'hadPassword' });
  return (
    <>
      <FormSwitch control={control} name="hasPassword" label="Password" />
      {hasPassword && (
        <PasswordField
          label="Password of the page"
          autoComplete="new-password"
          hint={
            hadPassword
              ? 'Leave it empty to keep the present one.'
              : 'Send it to the people who may see the page. It is not your own password.'
          }
          error={formState.errors.password?.message}
          {...register('password')}
        />
      )}
    </>
  );
}
