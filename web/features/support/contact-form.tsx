import { useSetAtom } from 'jotai';
import { zodResolver } from '@hookform/resolvers/zod';
import { type FieldErrors, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { longestOfMessage } from '#contract/support';
import type { User } from '#web/api.ts';
import { contactSupport } from './support.ts';
import { showErrorToastAtom, showToastAtom } from '#web/app/state/toast.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { EmailField } from '#web/forms/person-fields.tsx';
import { email, filled } from '#web/forms/fields.ts';
import { atFields, issuesAt, refusalOr } from '#web/forms/refusals.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { useSubmit } from '#web/forms/use-submit.ts';

const failure = 'Failed to send message. Please try again.';
const missing = 'Please fill in all fields';

const schema = z.object({
  name: filled(missing),
  email: z.pipe(filled(missing), email()),
  subject: filled(missing),
  message: filled(missing),
});
type Values = z.infer<typeof schema>;

/** The contact form. Name and email are prefilled for signed-in people. */
export function ContactForm({ user }: { readonly user: User | null }) {
  const showErrorToast = useSetAtom(showErrorToastAtom);
  const showToast = useSetAtom(showToastAtom);
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: blank(user) });
  const { register, formState } = form;
  const { errors } = formState;
  const submission = useSubmit({
    form,
    send: async (values) => {
      await contactSupport(values);
      form.reset({ ...values, subject: '', message: '' });
      showToast('Message Sent', 'We reply by email.');
    },
    refused: atFields(contactIssues, (error, places) =>
      places.showErrorToast('Error', refusalOr(error, failure)),
    ),
    onInvalid: (faults) => {
      if (isMissing(faults)) showErrorToast('Missing Information', missing);
    },
  });

  return (
    <PageForm
      submission={submission}
      problem={undefined}
      label="Send Message"
      busyLabel="Sending..."
      className="flex flex-col"
      buttonClassName="sm:self-start"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Name"
          autoComplete="name"
          maxLength={longestOfMessage.name}
          error={errors.name?.message}
          {...register('name')}
        />
        <EmailField error={errors.email?.message} {...register('email')} />
      </div>
      <Field
        label="Subject"
        maxLength={longestOfMessage.subject}
        error={errors.subject?.message}
        {...register('subject')}
      />
      <TextArea
        label="Message"
        rows={6}
        maxLength={longestOfMessage.message}
        error={errors.message?.message}
        {...register('message')}
      />
    </PageForm>
  );
}

function blank(user: User | null): Values {
  const name = user === null ? '' : `${user.firstName} ${user.lastName}`.trim();
  return { name, email: user?.email ?? '', subject: '', message: '' };
}

function isMissing(errors: FieldErrors<Values>): boolean {
  return Object.values(errors).some((error) => error.message === missing);
}

const contactIssues = issuesAt('name', 'email', 'subject', 'message');
