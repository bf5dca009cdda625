import { zodResolver } from '@hookform/resolvers/zod';
import { useAtomValue, useSetAtom } from 'jotai';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  type LinkDefaults,
  mostExpirationDays,
  type Preferences,
  wholeDays,
} from '#contract/accounts/settings';
import { keepLinkDefaultsAtom, keepPreferencesAtom, settingsQuery } from './settings.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { FormSwitch } from '#web/forms/form-switch.tsx';
import { QueryView } from '#web/ui/answers/query.tsx';
import { SubmitButton } from '#web/forms/page-form.tsx';
import { useSubmit } from '#web/forms/use-submit.ts';
import type { User } from '#web/api.ts';
import { takesPayments } from '#web/instance.ts';
import { Switch } from '#web/ui/fields/switch.tsx';
import { useAction } from '#web/forms/use-action.ts';

const schema = z.object({
  trackClicks: z.boolean(),
  trackConversions: z.boolean(),
  expirationDays: z.string().check(z.refine(isBlankOrDays, wholeDays)),
});

/** The default settings of new links. */
export function LinkDefaultsCard() {
  return (
    <QueryView
      query={useAtomValue(settingsQuery)}
      title="Default Link Settings"
      note="For new links, in the app and through the API"
      things="settings"
      rows={4}
    >
      {({ linkDefaults }) => <DefaultsForm defaults={linkDefaults} />}
    </QueryView>
  );
}

function DefaultsForm({ defaults }: { readonly defaults: LinkDefaults }) {
  const showToast = useSetAtom(showToastAtom);
  const keepLinkDefaults = useSetAtom(keepLinkDefaultsAtom);
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { ...defaults, expirationDays: String(defaults.expirationDays ?? '') },
  });
  const { submit, isBusy } = useSubmit({
    form,
    send: async ({ expirationDays, ...switches }) => {
      const days = expirationDays.trim();
      await keepLinkDefaults({ ...switches, expirationDays: days === '' ? null : Number(days) });
      showToast('Settings Updated', 'New links start with these settings.');
    },
    refused: 'Failed to update settings',
  });
  const { control, register, formState } = form;

  return (
    <form
      noValidate
      aria-label="Default Link Settings"
      onSubmit={submit}
      className="grid gap-4 px-4 pt-1 pb-4"
    >
      <FormSwitch control={control} name="trackClicks" label="Click tracking by default" />
      <FormSwitch
        control={control}
        name="trackConversions"
        label="Conversion tracking by default"
      />
      <Field
        label="Default link expiration (days)"
        inputMode="numeric"
        placeholder="Never"
        hint="Leave empty to never expire."
        className="sm:max-w-72"
        error={formState.errors.expirationDays?.message}
        {...register('expirationDays')}
      />
      <SubmitButton
        label="Save Defaults"
        busyLabel="Saving..."
        isBusy={isBusy}
        className="justify-self-start"
      />
    </form>
  );
}

function isBlankOrDays(text: string): boolean {
  const days = text.trim();
  return (
    days === '' ||
    (/^\d{1,4}$/.test(days) && Number(days) >= 1 && Number(days) <= mostExpirationDays)
  );
}

/** Which notifications the person wants, and how they arrive. */
export function NotificationsCard({ user }: { readonly user: User }) {
  return (
    <QueryView
      query={useAtomValue(settingsQuery)}
      title="Notification Preferences"
      note="Changes save automatically"
      things="settings"
      rows={2}
    >
      {({ notifications }) => <Switches preferences={notifications} isProven={user.verified} />}
    </QueryView>
  );
}

type SwitchesProps = { readonly preferences: Preferences; readonly isProven: boolean };

function Switches({ preferences, isProven }: SwitchesProps) {
  const showToast = useSetAtom(showToastAtom);
  const keepPreferences = useSetAtom(keepPreferencesAtom);
  const [change, isBusy] = useAction(async (changed: Partial<Preferences>) => {
    await keepPreferences(changed);
    showToast('Settings Updated', 'Your notification preferences have been saved.');
  }, 'Failed to update settings');

  return (
    <div className="grid gap-4 px-4 pt-1 pb-4">
      <Switch
        label="Email notifications"
        hint={`Emails about new conversions (at most one per hour)${
          takesPayments ? ' and about the end of your trial' : ''
        }.${isProven ? '' : ' Conversion emails start after you confirm your email address.'}`}
        isOn={preferences.email}
        isDisabled={isBusy}
        onChange={(email) => change({ email })}
      />
      <Switch
        label="Conversion alerts"
        hint="Notify me about new conversions, in the app and by email."
        isOn={preferences.conversionAlerts}
        isDisabled={isBusy}
        onChange={(conversionAlerts) => change({ conversionAlerts })}
      />
    </div>
  );
}
