import { zodResolver } from '@hookform/resolvers/zod';
import { useAtomValue } from 'jotai';
import { Controller, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { LinkDefaults } from '#web/api.ts';
import { keepLinkDefaults, settingsQuery } from './settings.ts';
import { tell, tellFailure } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { FailureCard } from '#web/ui/failure-card.tsx';
import { messageOf } from '#web/forms/form-failure.ts';

const wholeDays = 'Enter whole days from 1 to 3650, or leave it empty';
const mostDays = 3650;

const schema = z.object({
  trackClicks: z.boolean(),
  trackConversions: z.boolean(),
  expirationDays: z.string().check(z.refine(isBlankOrDays, wholeDays)),
});

/** The settings that new links start with. */
export function LinkDefaultsCard() {
  const { data, error, refetch } = useAtomValue(settingsQuery);
  if (!data && error) {
    return (
      <FailureCard title="Failed to load settings" error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <Card>
      <CardHeader
        title="Default Link Settings"
        note="For new links, in the app and through the API"
      />
      {data ? (
        <DefaultsForm defaults={data.linkDefaults} />
      ) : (
        <SkeletonRows count={4} label="Loading settings" />
      )}
    </Card>
  );
}

function DefaultsForm({ defaults }: { readonly defaults: LinkDefaults }) {
  const { control, register, handleSubmit, formState } = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { ...defaults, expirationDays: String(defaults.expirationDays ?? '') },
  });
  const submit = handleSubmit(async ({ expirationDays, ...switches }) => {
    const days = expirationDays.trim();
    try {
      await keepLinkDefaults({ ...switches, expirationDays: days === '' ? null : Number(days) });
      tell('Settings Updated', 'New links start with these settings.');
    } catch (error) {
      tellFailure(messageOf(error, 'Failed to update settings'));
    }
  });
  const { errors, isSubmitting } = formState;

  return (
    <form
      noValidate
      aria-label="Default Link Settings"
      onSubmit={(event) => void submit(event)}
      className="grid gap-4 px-4 pt-1 pb-4"
    >
      <Controller
        control={control}
        name="trackClicks"
        render={({ field }) => (
          <Switch label="Click tracking by default" isOn={field.value} onChange={field.onChange} />
        )}
      />
      <Controller
        control={control}
        name="trackConversions"
        render={({ field }) => (
          <Switch
            label="Conversion tracking by default"
            isOn={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Field
        label="Default link expiration (days)"
        inputMode="numeric"
        placeholder="Never"
        hint="Leave empty to never expire."
        className="sm:max-w-72"
        error={errors.expirationDays?.message}
        {...register('expirationDays')}
      />
      <Button type="submit" look="primary" isBusy={isSubmitting} className="justify-self-start">
        {isSubmitting ? 'Saving...' : 'Save Defaults'}
      </Button>
    </form>
  );
}

function isBlankOrDays(text: string): boolean {
  const days = text.trim();
  return days === '' || (/^\d{1,4}$/.test(days) && Number(days) >= 1 && Number(days) <= mostDays);
}
