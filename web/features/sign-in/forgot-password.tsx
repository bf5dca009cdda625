import { zodResolver } from '@hookform/resolvers/zod';
import { useAtomValue } from 'jotai';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import * as z from 'zod/mini';
import { AuthLayout } from './auth-layout.tsx';
import { EmailField } from '#web/forms/person-fields.tsx';
import { email } from '#web/forms/fields.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { useSubmit } from '#web/forms/use-submit.ts';
import { paths } from '#web/paths.ts';
import { accountAtom, askForReset } from '#web/app/state/account.ts';

const failure = 'Failed to send reset email. Please try again.';

const schema = z.object({
  email: email(),
});

/** The state that the login passes: the typed address, which must not be in the URL. */
const handedOver = z.object({ email: z.string() });

export function Component() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <Sent to={sentTo} />;

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
  const typedBefore = handedOver.safeParse(useLocation().state);
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: typedBefore.data?.email ?? '' },
  });
  const submission = useSubmit({
    form,
    send: async (typed) => {
      await askForReset(typed.email);
      onSent(typed.email);
    },
    refused: (_, { showErrorToast }) => {
      form.setError('root', { message: failure });
      showErrorToast(failure);
    },
  });
  const { errors } = form.formState;

  return (
    <PageForm
      submission={submission}
      problem={errors.root?.message}
      label="Send Reset Link"
      busyLabel="Sending..."
    >
      <EmailField
        autoComplete="username"
        placeholder="you@company.com"
        error={errors.email?.message}
        {...form.register('email')}
      />
    </PageForm>
  );
}

function Sent({ to }: { readonly to: string }) {
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
        <span className="min-w-0 break-words">{to}</span>
      </p>
      <ul className="mt-5 grid list-disc gap-2 pl-5 text-muted">
        <li>The link expires in 24 hours and works once.</li>
        <li>No email? Check your spam folder.</li>
      </ul>
    </AuthLayout>
  );
}

/** Mails link here too, so that a signed-in person may open the page. */
function BackToSignIn() {
  const isSignedIn = useAtomValue(accountAtom).kind === 'in';
  return (
    <Link
      to={isSignedIn ? paths.dashboard : paths.login}
      className="inline-flex items-center rounded-sm font-semibold text-accent-text hover:underline touch"
    >
      {isSignedIn ? 'Return to Dashboard' : 'Back to Sign In'}
    </Link>
  );
}
