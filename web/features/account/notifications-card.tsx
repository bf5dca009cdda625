import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { Preferences, User } from '#web/api.ts';
import { keepPreferences, settingsQuery } from './settings.ts';
import { tell, tellFailure } from '#web/app/state/toast.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { FailureCard } from '#web/ui/failure-card.tsx';
import { messageOf } from '#web/forms/form-failure.ts';

/** What the person wants to be told, and how. */
export function NotificationsCard({ user }: { readonly user: User }) {
  const { data, error, refetch } = useAtomValue(settingsQuery);
  if (!data && error) {
    return (
      <FailureCard title="Failed to load settings" error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <Card>
      <CardHeader title="Notification Preferences" note="Changes save automatically" />
      {data ? (
        <Switches preferences={data.notifications} isProven={user.verified} />
      ) : (
        <SkeletonRows count={2} label="Loading settings" />
      )}
    </Card>
  );
}

type SwitchesProps = { readonly preferences: Preferences; readonly isProven: boolean };

function Switches({ preferences, isProven }: SwitchesProps) {
  const [isBusy, setIsBusy] = useState(false);
  const change = async (wish: Partial<Preferences>) => {
    setIsBusy(true);
    try {
      await keepPreferences(wish);
      tell('Settings Updated', 'Your notification preferences have been saved.');
    } catch (error) {
      tellFailure(messageOf(error, 'Failed to update settings'));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <div className="grid gap-4 px-4 pt-1 pb-4">
      <Switch
        label="Email notifications"
        hint={`Emails about new conversions (at most one per hour) and about the end of your trial.${
          isProven ? '' : ' Conversion emails start after you confirm your email address.'
        }`}
        isOn={preferences.email}
        isDisabled={isBusy}
        onChange={(email) => void change({ email })}
      />
      <Switch
        label="Conversion alerts"
        hint="Notify me about new conversions, in the app and by email."
        isOn={preferences.conversionAlerts}
        isDisabled={isBusy}
        onChange={(conversionAlerts) => void change({ conversionAlerts })}
      />
    </div>
  );
}
