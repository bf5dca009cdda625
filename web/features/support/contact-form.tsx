import { zodResolver } from '@hookform/resolvers/zod';
import { type FieldErrors, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ApiError, User } from '#web/api.ts';
import { contactSupport } from './support.ts';
import { tell, tellFailure } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { refusalOr, showIssues } from '#web/forms/form-failure.ts';

const failure = 'Failed to send message. Please try again.';
const missing = 'Please fill in all fields';

const filled = z.string().check(z.trim(), z.minLength(1, missing));
const schema = z.object({
  name: filled,
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(254, 'Please enter a valid email address'),
      z.email('Please enter a valid email address'),
    ),
  subject: filled,
  message: filled,
});
type Values = z.infer<typeof schema>;

/** Writes to support; who is signed in need not say who they are. */
export function ContactForm({ user }: { readonly user: User | null }) {
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: blank(user) });
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await contactSupport(values);
      form.reset({ ...values, subject: '', message: '' });
      tell('Message Sent', 'We reply by email.');
    } catch (error) {
      if (!showIssues(form, error, fieldsOf)) tellFailure(refusalOr(error, failure));
    }
  }, sayWhatIsMissing);

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Name"
          autoComplete="name"
          maxLength={100}
          error={errors.name?.message}
          {...register('name')}
        />
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
      </div>
      <Field
        label="Subject"
        maxLength={200}
        error={errors.subject?.message}
        {...register('subject')}
      />
      <TextArea
        label="Message"
        rows={6}
        maxLength={5000}
        error={errors.message?.message}
        {...register('message')}
      />
      <Button type="submit" look="primary" isBusy={isSubmitting} className="h-10 sm:self-start">
        {isSubmitting ? 'Sending...' : 'Send Message'}
      </Button>
    </form>
  );
}

function blank(user: User | null): Values {
  const name = user === null ? '' : `${user.firstName} ${user.lastName}`.trim();
  return { name, email: user?.email ?? '', subject: '', message: '' };
}

function sayWhatIsMissing(errors: FieldErrors<Values>): void {
  const isMissing = Object.values(errors).some((error) => error.message === missing);
  if (isMissing) tellFailure('Missing Information', missing);
}

function fieldsOf({ issues }: ApiError) {
  return issues.flatMap(({ path, message }) =>
    path === 'name' || path === 'email' || path === 'subject' || path === 'message'
      ? [{ path, message } as const]
      : [],
  );
}
