import { useSetAtom } from 'jotai';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { complaints } from '#contract/accounts/person-limits';
import type { User } from '#web/api.ts';
import { changePassword } from './changes.ts';
import { reloadSessionsAtom } from './sessions-card.tsx';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { newPasswordFields, password, passwordsMatch } from '#web/forms/fields.ts';
import { NewPasswordFields } from '#web/forms/person-fields.tsx';
import { atFields, inErrorToast, issuesAt } from '#web/forms/refusals.ts';
import { SubmitButton } from '#web/forms/page-form.tsx';
import { useSubmit } from '#web/forms/use-submit.ts';
import { SetPassword } from './set-password.tsx';
import { useSignInWays } from './use-sign-in-ways.ts';

const schema = z
  .object({ currentPassword: password(complaints.currentPassword), ...newPasswordFields })
  .check(passwordsMatch());

type Values = z.infer<typeof schema>;

const passwordIssues = issuesAt('currentPassword', 'newPassword', 'confirmPassword');
const blank: Values = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Changes the password, or sets the first one. */
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

/** Changes the password. This ends all other sessions. */
function ChangePasswordCard() {
  const showToast = useSetAtom(showToastAtom);
  const reloadSessions = useSetAtom(reloadSessionsAtom);
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: blank });
  const { register, formState } = form;
  const { submit, isBusy } = useSubmit({
    form,
    send: async (values) => {
      await changePassword(values);
      form.reset(blank);
      showToast('Password Updated', 'You have been signed out everywhere else.');
      void reloadSessions();
    },
    refused: atFields(passwordIssues, inErrorToast('Failed to update password')),
  });
  const { errors } = formState;

  return (
    <Card>
      <CardHeader title="Change Password" note="A new password signs you out everywhere else" />
      <form
        noValidate
        aria-label="Change Password"
        onSubmit={submit}
        className="grid gap-4 px-4 pt-1 pb-4"
      >
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <NewPasswordFields register={register} errors={errors} />
        </div>
        <SubmitButton
          label="Update Password"
          busyLabel="Updating..."
          isBusy={isBusy}
          className="justify-self-start"
        />
      </form>
    </Card>
  );
}
