import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { longestName } from '#contract/accounts/person-limits';
import type { User } from '#web/api.ts';
import { changeProfileAtom } from './changes.ts';
import { cancelEmailChangeAtom, pendingEmailQuery, reloadPendingEmailAtom } from './email.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { AvatarField } from './avatar-field.tsx';
import { EmailField, NameFields } from '#web/forms/person-fields.tsx';
import { email, nameFields } from '#web/forms/fields.ts';
import { inErrorToast } from '#web/forms/refusals.ts';
import { markSaved } from '#web/forms/mark-saved.ts';
import { SubmitButton } from '#web/forms/page-form.tsx';
import { useSubmit } from '#web/forms/use-submit.ts';
import { type Theme, themeAtom } from '#web/app/state/theme.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { BadgeCheck, MailWarning } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { ResendButton } from './resend-button.tsx';

const schema = z.object({ ...nameFields, email: email() });
/** Google and Facebook know people without a last name. */
const schemaOfOneName = z.extend(schema, { lastName: z.string().check(z.trim()) });

const fieldNames = ['firstName', 'lastName', 'email'] as const;

/** Picture, name and email address. */
export function ProfileCard({ user }: { readonly user: User }) {
  const showToast = useSetAtom(showToastAtom);
  const reloadPendingEmail = useSetAtom(reloadPendingEmailAtom);
  const changeProfile = useSetAtom(changeProfileAtom);
  const { firstName, lastName, email: current } = user;
  const form = useForm({
    resolver: zodResolver(lastName === '' ? schemaOfOneName : schema),
    // A new address is confirmed elsewhere while this form is open.
    values: { firstName, lastName, email: current },
    resetOptions: { keepDirtyValues: true },
  });
  const { submit, isBusy } = useSubmit({
    form,
    send: async (changed) => {
      const { lastName: given, ...others } = changed;
      await changeProfile(given === '' ? others : changed);
      const saved = { ...changed, email: current };
      markSaved({ form, sent: changed, saved, names: fieldNames });
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

/** Whether the email address is confirmed, and a new address that waits for confirmation. */
function EmailState({ user }: { readonly user: User }) {
  const { data: pending } = useAtomValue(pendingEmailQuery);
  return (
    <div className="grid gap-2" aria-live="polite">
      {user.verified ? (
        <p className="flex items-center gap-1.5 text-sm text-good">
          <BadgeCheck aria-hidden className="size-4 shrink-0" />
          Email confirmed
        </p>
      ) : (
        <Waiting text="Your email is not confirmed yet. Open the link in the email that we sent you.">
          <ResendButton email={user.email} />
        </Waiting>
      )}
      {pending && <PendingChange wanted={pending} current={user.email} />}
    </div>
  );
}

type PendingChangeProps = { readonly wanted: string; readonly current: string };

function PendingChange({ wanted, current }: PendingChangeProps) {
  const showToast = useSetAtom(showToastAtom);
  const cancelEmailChange = useSetAtom(cancelEmailChangeAtom);
  const [cancel, isBusy] = useAction(async () => {
    await cancelEmailChange();
    showToast('Email Change Canceled', `Your email stays ${current}.`);
  }, 'Failed to cancel the change');

  return (
    <Waiting
      text={
        <>
          Waiting for <strong className="font-semibold text-text wrap-anywhere">{wanted}</strong> to
          be confirmed with the link that we emailed. Until then, sign in with{' '}
          <strong className="font-semibold text-text wrap-anywhere">{current}</strong>.
        </>
      }
    >
      <Button size="sm" isBusy={isBusy} onClick={cancel}>
        Cancel change
      </Button>
    </Waiting>
  );
}

function Waiting({ text, children }: { readonly text: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-warn-soft px-3 py-2.5 text-sm">
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-2 text-muted">
        <MailWarning aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        <span>{text}</span>
      </p>
      {children}
    </div>
  );
}
