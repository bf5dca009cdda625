import { useAtomValue, useSetAtom } from 'jotai';
import type { Preferences } from '#contract/settings';
import type { User } from '#web/api.ts';
import { keepPreferencesAtom, settingsQuery } from './settings.ts';
import { takesPayments } from '#web/instance.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Switch } from '#web/ui/fields/switch.tsx';
import { QueryView } from '#web/ui/query.tsx';
import { useAction } from '#web/forms/use-action.ts';

/** Which notifications the person wants, and how they arrive. */
export function NotificationsCard({ user }: { readonly user: User }) {
  return (
    <QueryView
      query={useAtomValue(settingsQuery)}
      title="Notification Preferences"
      note="Changes save automatically"
      failure="Failed to load settings"
      rows={2}
      loading="Loading settings"
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
