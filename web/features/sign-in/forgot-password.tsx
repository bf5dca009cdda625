import { zodResolver } from '@hookform/resolvers/zod';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { AuthLayout } from './auth-layout.tsx';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { usePageTitle } from '#web/app/shell/use-page-title.ts';
import { paths } from '#web/paths.ts';
import { askForReset } from '#web/features/account/account.ts';
import { tellFailure } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';

const failure = 'Failed to send reset email. Please try again.';

const schema = z.object({
  email: z.string().check(z.maxLength(254), z.email('Please enter a valid email address')),
});

export function Component() {
  usePageTitle('Forgot Password');
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <Sent email={sentTo} />;

  return (
    <AuthLayout
      title="Forgot your password?"
      text="Enter your email and we will send you a link to choose a new one."
      footer={<BackToSignIn />}
    >
      <ForgotPasswordForm onSent={setSentTo} />
    </AuthLayout>
  );
}

function ForgotPasswordForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const { register, handleSubmit, setError, formState } = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { email: '' },
  });
  const submit = handleSubmit(async ({ email }) => {
    try {
      await askForReset(email.trim());
      onSent(email.trim());
    } catch {
      setError('root', { message: failure });
      tellFailure(failure);
    }
  });
  const { errors, isSubmitting } = formState;

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-6 grid gap-4">
      <FormAlert text={errors.root?.message} />
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        placeholder="you@company.com"
        error={errors.email?.message}
        {...register('email')}
      />
      <Button type="submit" look="primary" isBusy={isSubmitting} className="h-10">
        {isSubmitting ? 'Sending...' : 'Send Reset Link'}
      </Button>
    </form>
  );
}

function Sent({ email }: { readonly email: string }) {
  return (
    <AuthLayout
      title="Check Your Email"
      text="If this address has an account, we sent a reset link to:"
      footer={<BackToSignIn />}
    >
      <p
        role="status"
        className="mt-5 flex items-center gap-3 rounded-md border border-line bg-field px-3 py-3 font-medium"
      >
        <MailCheck aria-hidden className="size-5 shrink-0 text-accent-text" />
        <span className="min-w-0 break-words">{email}</span>
      </p>
      <ul className="mt-5 grid list-disc gap-2 pl-5 text-muted">
        <li>The link expires in 24 hours and works once.</li>
        <li>No email? Check your spam folder.</li>
      </ul>
    </AuthLayout>
  );
}

function BackToSignIn() {
  return (
    <Link
      to={paths.login}
      className="inline-flex items-center rounded-sm font-semibold text-accent-text hover:underline max-md:min-h-11"
    >
      Back to Sign In
    </Link>
  );
}
