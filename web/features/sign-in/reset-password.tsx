import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useAtomValue } from 'jotai';
import * as z from 'zod/mini';
import { ApiError } from '#web/api.ts';
import { AuthLayout } from './auth-layout.tsx';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { messageOf } from '#web/forms/form-failure.ts';
import { usePageTitle } from '#web/app/shell/use-page-title.ts';
import { paths } from '#web/paths.ts';
import { accountAtom, resetPassword } from '#web/features/account/account.ts';
import { tell } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

const schema = z
  .object({
    newPassword: z.string().check(z.minLength(6, 'New password must be at least 6 characters')),
    confirmPassword: z.string().check(z.minLength(6, 'Please confirm your password')),
  })
  .check(
    z.refine((typed) => typed.newPassword === typed.confirmPassword, {
      path: ['confirmPassword'],
      message: "Passwords don't match",
    }),
  );

export function Component() {
  usePageTitle('Reset Password');
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';

  return (
    <AuthLayout
      title="Choose a new password"
      text="This signs you out everywhere."
      footer={
        <Link
          to={paths.forgotPassword}
          className="inline-flex items-center rounded-sm font-semibold text-accent-text hover:underline max-md:min-h-11"
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
  const { register, handleSubmit, setError, formState } = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { newPassword: '', confirmPassword: '' },
  });
  const leave = useLeave();
  const submit = handleSubmit(async (typed) => {
    try {
      await resetPassword({ token, ...typed });
      leave();
    } catch (error) {
      const message = messageOf(error, 'Failed to update password');
      const isAboutPassword = error instanceof ApiError && error.code === 'invalid';
      setError(isAboutPassword ? 'newPassword' : 'root', { message }, { shouldFocus: true });
    }
  });
  const { errors, isSubmitting } = formState;

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-6 grid gap-4">
      <FormAlert text={errors.root?.message} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 6 characters."
        error={errors.newPassword?.message}
        {...register('newPassword')}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <Button type="submit" look="primary" isBusy={isSubmitting} className="h-10">
        {isSubmitting ? 'Updating...' : 'Reset Password'}
      </Button>
    </form>
  );
}

/** To the login; whoever was signed in here may be signed out now, which only a new document knows. */
function useLeave(): () => void {
  const navigate = useNavigate();
  const isSignedIn = useAtomValue(accountAtom).kind === 'in';

  return () => {
    tell('Password Updated', 'Sign in with your new password.');
    if (isSignedIn) window.location.assign(paths.login);
    else void navigate(paths.login, { replace: true });
  };
}
