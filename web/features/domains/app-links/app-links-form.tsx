import { zodResolver } from '@hookform/resolvers/zod';
import { useSetAtom } from 'jotai';
import { Plus, X } from 'lucide-react';
import { type UseFormReturn, useFieldArray, useForm } from 'react-hook-form';
import { mostApps } from '#contract/app-links';
import type { OwnDomainJson as Domain } from '#contract/domains';
import { showToastAtom } from '#web/app/state/toast.ts';
import { changeDomainAtom } from '#web/features/domains/domains.ts';
import { SubmitButton } from '#web/forms/page-form.tsx';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import {
  appLinksOf,
  appLinksSchema,
  type AppLinksValues,
  newAndroidApp,
  valuesOf,
} from './app-links-values.ts';

const plainText = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const;

/** The apps of a domain, as their developers know them. */
export function AppLinksForm({ domain }: { readonly domain: Domain }) {
  const showToast = useSetAtom(showToastAtom);
  const changeDomain = useSetAtom(changeDomainAtom);
  const form = useForm<AppLinksValues>({
    resolver: zodResolver(appLinksSchema),
    defaultValues: valuesOf(domain.appLinks),
  });
  const { submit, isBusy } = useSubmit({
    form,
    send: async (values) => {
      const appLinks = appLinksOf(values);
      await changeDomain({ id: domain.id, change: { appLinks } });
      form.reset(valuesOf(appLinks));
      showToast('Apps updated');
    },
    refused: 'Failed to save the apps',
  });
  const { register, formState } = form;

  return (
    <form
      noValidate
      aria-label={`Apps of ${domain.domain}`}
      onSubmit={submit}
      className="grid min-w-0 grid-cols-1 gap-4"
    >
      <TextArea
        label="iOS apps"
        isOptional
        rows={2}
        {...plainText}
        placeholder="ABCDE12345.com.example.shop"
        hint="One a line: the team id, a dot, the bundle id."
        error={formState.errors.ios?.message}
        {...register('ios')}
      />
      <AndroidApps form={form} />
      <SubmitButton
        label="Save Apps"
        busyLabel="Saving..."
        isBusy={isBusy}
        className="justify-self-start"
      />
    </form>
  );
}

function AndroidApps({ form }: { readonly form: UseFormReturn<AppLinksValues> }) {
  const { control, register, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'android' });
  const errors = formState.errors.android;
  const isFull = fields.length >= mostApps;
  return (
    <div className="grid gap-3">
      {fields.map((field, index) => (
        <fieldset
          key={field.id}
          aria-label={`Android app ${index + 1}`}
          className="grid gap-3 rounded-lg border border-line p-3"
        >
          <div className="flex items-center justify-between">
            <span className="text-sm font-medium">Android app {index + 1}</span>
            <IconButton label={`Remove Android app ${index + 1}`} onClick={() => remove(index)}>
              <X aria-hidden className="size-4" />
            </IconButton>
          </div>
          <Field
            label="Package name"
            {...plainText}
            placeholder="com.example.shop"
            error={errors?.[index]?.packageName?.message}
            {...register(`android.${index}.packageName`)}
          />
          <TextArea
            label="SHA-256 fingerprints"
            rows={3}
            {...plainText}
            placeholder="14:6D:E9:83:…"
            hint="Of the certificates that sign the app, one a line. Google Play shows them under App integrity."
            error={errors?.[index]?.fingerprints?.message}
            {...register(`android.${index}.fingerprints`)}
          />
        </fieldset>
      ))}
      {errors?.root && (
        <p role="alert" className="text-sm text-bad">
          {errors.root.message}
        </p>
      )}
      <Button
        size="sm"
        className="justify-self-start"
        disabled={isFull}
        title={isFull ? `A domain has at most ${mostApps} Android apps` : undefined}
        onClick={() => append(newAndroidApp)}
      >
        <Plus aria-hidden className="size-4" />
        Add Android app
      </Button>
    </div>
  );
}
