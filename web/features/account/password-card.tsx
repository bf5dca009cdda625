import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ApiError, User } from '#web/api.ts';
import { changePassword } from './account.ts';
import { reloadSessions } from './sessions.ts';
import { tell } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { showFailure } from '#web/forms/form-failure.ts';
import { SetPassword } from './set-password.tsx';
import { useSignInWays } from './use-sign-in-ways.ts';

const schema = z
  .object({
    currentPassword: z.string().check(z.minLength(6, 'Current password is required')),
    newPassword: z.string().check(z.minLength(6, 'New password must be at least 6 characters')),
    confirmPassword: z.string().check(z.minLength(6, 'Please confirm your password')),
  })
  .check(
    z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
      path: ['confirmPassword'],
      error: "Passwords don't match",
    }),
  );

type Values = z.infer<typeof schema>;

const fields = ['currentPassword', 'newPassword', 'confirmPassword'] as const;
const blank: Values = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Another password, or the first. */
export function PasswordCard({ user }: { readonly user: User }) {
  const { hasPassword, providerNames } = useSignInWays();
  if (hasPassword) return <ChangePasswordCard />;
  return (
    <Card>
      <CardHeader title="Password" />
      <div className="grid gap-4 px-4 pt-1 pb-4">
        <p className="max-w-prose text-muted">
          You sign in with {providerNames} and have no password here. If you want one, we email you
          a link to set it. Setting a password signs you out everywhere.
        </p>
        <SetPassword email={user.email} />
      </div>
    </Card>
  );
}

/** Another password, which ends every other session. */
function ChangePasswordCard() {
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: blank });
  const { register, formState } = form;
  const submit = form.handleSubmit(async (values) => {
    try {
      await changePassword(values);
      form.reset(blank);
      tell('Password Updated', 'You have been signed out everywhere else.');
      void reloadSessions();
    } catch (error) {
      showFailure(form, error, { fieldsOf: passwordIssues, fallback: 'Failed to update password' });
    }
  });
  const { errors, isSubmitting } = formState;

  return (
    <Card>
      <CardHeader title="Change Password" note="A new password signs you out everywhere else" />
      <form
        noValidate
        aria-label="Change Password"
        onSubmit={(event) => void submit(event)}
        className="grid gap-4 px-4 pt-1 pb-4"
      >
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <PasswordField
            label="New password"
            autoComplete="new-password"
            error={errors.newPassword?.message}
            {...register('newPassword')}
          />
          <PasswordField
            label="Confirm new password"
            autoComplete="new-password"
            error={errors.confirmPassword?.message}
            {...register('confirmPassword')}
          />
        </div>
        <Button type="submit" look="primary" isBusy={isSubmitting} className="justify-self-start">
          {isSubmitting ? 'Updating...' : 'Update Password'}
        </Button>
      </form>
    </Card>
  );
}

function passwordIssues(error: ApiError) {
  return error.issues.flatMap(({ path, message }) => {
    const field = fields.find((name) => name === path);
    return field ? [{ path: field, message }] : [];
  });
}
