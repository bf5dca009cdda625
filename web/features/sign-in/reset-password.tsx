import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useAtomValue, useSetAtom } from 'jotai';
import * as z from 'zod/mini';
import { AuthLayout } from './auth-layout.tsx';
import { newPasswordFields, passwordsMatch } from '#web/forms/fields.ts';
import { issuesAt, messageOf, showIssues } from '#web/forms/refusals.ts';
import { NewPasswordFields, passwordHint } from '#web/forms/person-fields.tsx';
import { PageForm } from '#web/forms/page-form.tsx';
import { useSubmit } from '#web/forms/use-submit.ts';
import { paths } from '#web/paths.ts';
import { accountAtom, resetPassword, showSignedOutAtom } from '#web/app/state/account.ts';
import { showToastAtom } from '#web/app/state/toast.ts';

const schema = z.object(newPasswordFields).check(passwordsMatch());
const passwordIssues = issuesAt('newPassword', 'confirmPassword');

export function Component() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';

  return (
    <AuthLayout
      title="Choose a new password"
      text="This signs you out everywhere."
      footer={
        <Link
          to={paths.forgotPassword}
          className="inline-flex items-center rounded-sm font-semibold text-accent-text hover:underline touch"
        >
          Request another link
        </Link>
      }
    >
      <ResetPasswordForm token={token} />
    </AuthLayout>
  );
}

function ResetPasswordForm({ token }: { readonly token: string }) {
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { newPassword: '', confirmPassword: '' },
  });
  const leave = useLeave();
  const submission = useSubmit({
    form,
    send: async (typed) => {
      await resetPassword({ token, ...typed });
      leave();
    },
    refused: (error) => {
      if (showIssues(form, error, passwordIssues)) return;
      form.setError('root', { message: messageOf(error, 'Failed to update password') });
    },
  });
  const { errors } = form.formState;

  return (
    <PageForm
      submission={submission}
      problem={errors.root?.message}
      label="Reset Password"
      busyLabel="Updating..."
    >
      <NewPasswordFields register={form.register} errors={errors} hint={passwordHint} />
    </PageForm>
  );
}

/** Opens the login. The reset has also ended the session of a signed-in person. */
function useLeave(): () => void {
  const showToast = useSetAtom(showToastAtom);
  const showSignedOut = useSetAtom(showSignedOutAtom);
  const navigate = useNavigate();
  const isSignedIn = useAtomValue(accountAtom).kind === 'in';

  return () => {
    showToast('Password Updated', 'Sign in with your new password.');
    if (isSignedIn) showSignedOut(paths.login);
    else void navigate(paths.login, { replace: true });
  };
}
