import { clockLabel } from '#web/format.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useAtomValue, useSetAtom } from 'jotai';
import { MailCheck } from 'lucide-react';
import { Controller, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { longestEmail } from '#contract/accounts/person-limits';
import {
  type MailedReportJson as MailedReport,
  mostReportAddresses,
  NewMailedReport,
  reportPaces,
} from '#contract/analytics/mailed-reports';
import { showToastAtom } from '#web/app/state/toast.ts';
import { viewsQuery } from '#web/features/analytics/views/views.ts';
import { FormSwitch } from '#web/forms/form-switch.tsx';
import { FormAlert } from '#web/forms/page-form.tsx';
import { aboveForm, atFields, issuesAt } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { QueryView } from '#web/ui/answers/query.tsx';
import { Dialog, DialogForm } from '#web/ui/floating/dialog.tsx';
import { ChipsField } from '#web/ui/fields/chips-field.tsx';
import { SelectField } from '#web/ui/fields/select.tsx';
import { addMailedReportAtom, changeMailedReportAtom, paceWords } from './mailed-reports.ts';

type MailedReportDialogProps = {
  readonly isOpen: boolean;
  /** The report to change; null for a new one. */
  readonly report: MailedReport | null;
  /** The owner's address, the first one of a new report. */
  readonly ownEmail: string;
  onClose(): void;
};

/** Adds a mailed report, or changes one. */
export function MailedReportDialog({ isOpen, report, ...form }: MailedReportDialogProps) {
  const query = useAtomValue(viewsQuery);
  return (
    <Dialog title={report ? 'Edit Report' : 'New Report'} isOpen={isOpen} onClose={form.onClose}>
      {/* Views that came later would change which one is chosen. */}
      <QueryView query={query} icon={<MailCheck />} things="your saved views" rows={4}>
        {(views) => <MailedReportForm report={report} views={views} {...form} />}
      </QueryView>
    </Dialog>
  );
}

const { viewId, addresses } = NewMailedReport.shape;
const schema = z.object({
  viewId,
  every: z.enum(reportPaces),
  hour: z.string(),
  timeZone: z.string(),
  addresses,
  isEnabled: z.boolean(),
});
type Values = z.output<typeof schema>;

const paceOptions = reportPaces.map((value) => ({ value, label: paceWords[value] }));
const hourOptions = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: clockLabel(hour),
}));

function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The browser's zone comes first. Browsers do not list each zone that they know: UTC, and former names. */
function zoneOptions(stored: string) {
  const known = new Set([browserZone(), stored, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return [...known].map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}

type FormProps = Omit<MailedReportDialogProps, 'isOpen'> & {
  readonly views: readonly { readonly id: string; readonly name: string }[];
};

function MailedReportForm({ report, views, ownEmail, onClose }: FormProps) {
  const showToast = useSetAtom(showToastAtom);
  const add = useSetAtom(addMailedReportAtom);
  const change = useSetAtom(changeMailedReportAtom);
  const timeZone = report?.timeZone ?? browserZone();
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: {
      viewId: report?.viewId ?? views[0]?.id ?? '',
      every: report?.every ?? 'week',
      hour: String(report?.hour ?? 8),
      timeZone,
      addresses: report?.addresses.map(({ email }) => email) ?? [ownEmail],
      isEnabled: report?.isEnabled ?? true,
    },
  });
  const { submit, isBusy } = useSubmit({
    form,
    send: async ({ hour, ...values }) => {
      const body = { ...values, hour: Number(hour) };
      if (report === null) await add(body);
      else await change({ id: report.id, body });
      showToast(
        report === null ? 'Report added' : 'Report updated',
        'New addresses get an email in which they confirm.',
      );
      onClose();
    },
    refused: atFields<Values>(
      issuesAt('viewId', 'timeZone', 'addresses'),
      aboveForm('Failed to save the report'),
    ),
  });
  const { control, register, formState } = form;
  const { errors } = formState;
  return (
    <DialogForm
      label={report ? 'Save report' : 'Add report'}
      busyLabel="Saving..."
      isBusy={isBusy}
      isDirty={formState.isDirty}
      onSubmit={submit}
      onCancel={onClose}
    >
      <FormAlert text={errors.root?.message} />
      <SelectField
        label="Saved view"
        autoFocus
        options={views.map(({ id, name }) => ({ value: id, label: name }))}
        hint="The report has the view's filters, number and currency. Its days depend on 'When'."
        error={errors.viewId?.message}
        {...register('viewId')}
      />
      <SelectField label="When" options={paceOptions} {...register('every')} />
      <div className="grid gap-4 sm:grid-cols-[7rem_minmax(0,1fr)]">
        <SelectField label="At" options={hourOptions} {...register('hour')} />
        <SelectField
          label="Time zone"
          options={zoneOptions(timeZone)}
          hint="The days of the report begin at midnight there."
          error={errors.timeZone?.message}
          {...register('timeZone')}
        />
      </div>
      <Controller
        control={control}
        name="addresses"
        render={({ field: { ref, value, onChange } }) => (
          <ChipsField
            ref={ref}
            label="To"
            value={value}
            suggestions={[]}
            placeholder="name@company.example"
            one="address"
            several="addresses"
            most={mostReportAddresses}
            longest={longestEmail}
            hint="Each address but yours confirms by email first, and can end the reports by one click."
            error={errors.addresses?.message ?? errors.addresses?.find?.((each) => each)?.message}
            onChange={onChange}
          />
        )}
      />
      <FormSwitch control={control} name="isEnabled" label="On" hint="Off: nothing is sent." />
    </DialogForm>
  );
}
