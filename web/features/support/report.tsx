import { complaints, longestEmail } from '#contract/accounts/person-limits';
import { useSetAtom } from 'jotai';
import { zodResolver } from '@hookform/resolvers/zod';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { linkComplaints } from '#contract/links/link-limits';
import { longestOfReport } from '#contract/support';
import { AuthLayout } from '#web/features/sign-in/auth-layout.tsx';
import { EmailField } from '#web/forms/person-fields.tsx';
import { filled } from '#web/forms/fields.ts';
import { issuesAt, refusalOr, showIssues } from '#web/forms/refusals.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { useSubmit } from '#web/forms/use-submit.ts';
import { paths } from '#web/paths.ts';
import { reportLink } from './support.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';

const failure = 'Failed to send report. Please try again.';

const schema = z.object({
  url: filled(linkComplaints.url),
  reason: filled('Please describe the problem'),
  email: z
    .string()
    .check(z.trim(), z.regex(/^$|^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/, complaints.email)),
});
type Values = z.infer<typeof schema>;

/** The page where anyone can report a harmful short link. */
export function Component() {
  const [isSent, setIsSent] = useState(false);
  return (
    <AuthLayout
      title={isSent ? 'Thank you' : 'Report a link'}
      text={
        isSent
          ? 'We check every report and block harmful links.'
          : 'Report a short link that leads to phishing, malware or spam.'
      }
      isWide
      footer={
        <a
          href={paths.home}
          className="inline-flex items-center rounded-sm font-semibold text-accent-text hover:underline touch"
        >
          Back to Waypost
        </a>
      }
    >
      {isSent ? (
        <p
          role="status"
          className="mt-5 flex items-center gap-3 rounded-md border border-line bg-field px-3 py-3 font-medium"
        >
          <CircleCheck aria-hidden className="size-5 shrink-0 text-accent-text" />
          Your report has been sent.
        </p>
      ) : (
        <ReportForm onSent={() => setIsSent(true)} />
      )}
    </AuthLayout>
  );
}

function ReportForm({ onSent }: { onSent(): void }) {
  const showToast = useSetAtom(showToastAtom);
  const [query] = useSearchParams();
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { url: query.get('url') ?? '', reason: '', email: '' },
  });
  const { register, formState } = form;
  const { errors } = formState;
  const submission = useSubmit({
    form,
    send: async (values) => {
      await reportLink(values);
      showToast('Report Sent');
      onSent();
    },
    refused: (error, { showErrorToast }) => {
      const message = refusalOr(error, failure);
      form.setError('root', { message });
      showIssues(form, error, reportIssues);
      showErrorToast(message);
    },
  });

  return (
    <PageForm
      submission={submission}
      problem={errors.root?.message}
      label="Send Report"
      busyLabel="Sending..."
      className="mt-6 flex flex-col"
      buttonClassName="sm:self-start"
    >
      <Field
        label="Short link"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={longestOfReport.url}
        error={errors.url?.message}
        {...register('url')}
      />
      <TextArea
        label="What is the problem?"
        rows={5}
        maxLength={longestOfReport.reason}
        error={errors.reason?.message}
        {...register('reason')}
      />
      <EmailField
        isOptional
        hint="Only if you want an answer."
        maxLength={longestEmail}
        error={errors.email?.message}
        {...register('email')}
      />
    </PageForm>
  );
}

const reportIssues = issuesAt('url', 'reason', 'email');
