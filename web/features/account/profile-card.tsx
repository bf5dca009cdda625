import { useAtom, useSetAtom } from 'jotai';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { longestName } from '#contract/account-limits';
import type { User } from '#web/api.ts';
import { changeProfileAtom } from './changes.ts';
import { reloadPendingEmailAtom } from './email.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { AvatarField } from './avatar-field.tsx';
import { EmailState } from './email-state.tsx';
import { EmailField, NameFields } from '#web/forms/person-fields.tsx';
import { email, nameFields } from '#web/forms/fields.ts';
import { inErrorToast } from '#web/forms/refusals.ts';
import { SubmitButton } from '#web/forms/page-form.tsx';
import { useSubmit } from '#web/forms/use-submit.ts';
import { type Theme, themeAtom } from '#web/app/state/theme.ts';
import { Select } from '#web/ui/fields/select.tsx';

const schema = z.object({ ...nameFields, email: email() });
/** Google and Facebook know people without a last name. */
const schemaOfOneName = z.extend(schema, { lastName: z.string().check(z.trim()) });

/** Picture, name and email address. */
export function ProfileCard({ user }: { readonly user: User }) {
  const showToast = useSetAtom(showToastAtom);
  const reloadPendingEmail = useSetAtom(reloadPendingEmailAtom);
  const changeProfile = useSetAtom(changeProfileAtom);
  const { firstName, lastName, email: current } = user;
  const form = useForm({
    resolver: zodResolver(lastName === '' ? schemaOfOneName : schema),
    values: { firstName, lastName, email: current },
  });
  const { submit, isBusy } = useSubmit({
    form,
    send: async (changed) => {
      const { lastName: given, ...others } = changed;
      await changeProfile(given === '' ? others : changed);
      form.resetField('email');
      await reloadPendingEmail();
      const isChanging = changed.email.toLowerCase() !== current.toLowerCase();
      showToast(
        'Profile Updated',
        isChanging
          ? `Open the link that we emailed to ${changed.email} to confirm it.`
          : 'Your profile has been saved.',
      );
    },
    refused: inErrorToast('Failed to update profile'),
  });
  const { register, formState } = form;
  const { errors } = formState;

  return (
    <Card>
      <CardHeader title="Profile Information" />
      <AvatarField user={user} />
      <form
        noValidate
        aria-label="Profile Information"
        onSubmit={submit}
        className="grid gap-4 px-4 pt-1 pb-4"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <NameFields
            firstName={register('firstName')}
            lastName={register('lastName')}
            errors={errors}
            maxLength={longestName}
          />
        </div>
        <EmailField
          error={errors.email?.message}
          hint="You sign in with this address. A new address takes effect after you confirm it."
          {...register('email')}
        />
        <EmailState user={user} />
        <SubmitButton
          label="Update Profile"
          busyLabel="Updating..."
          isBusy={isBusy}
          className="justify-self-start"
        />
      </form>
    </Card>
  );
}

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'Follow the device' },
] as const;

/** The theme, stored in this browser. */
export function PreferencesCard() {
  const [theme, choose] = useAtom<Theme, [Theme], void>(themeAtom);
  return (
    <Card>
      <CardHeader title="App Preferences" note="Saved in this browser" />
      <div className="flex items-center justify-between gap-4 px-4 pt-1 pb-4">
        <span className="text-muted">Theme</span>
        <Select label="Theme" value={theme} options={themes} onChange={choose} />
      </div>
    </Card>
  );
}
