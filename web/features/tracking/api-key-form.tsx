import { zodResolver } from '@hookform/resolvers/zod';
import { type Control, useForm, type UseFormRegister } from 'react-hook-form';
import * as z from 'zod/mini';
import { longestKeyName, NewApiKey, type Scope } from '#contract/accounts/api-keys';
import { aboveForm } from '#web/forms/refusals.ts';
import { FormAlert } from '#web/forms/page-form.tsx';
import { FormSwitch } from '#web/forms/form-switch.tsx';
import { useSubmit } from '#web/forms/use-submit.ts';
import { dateLabel } from '#web/format.ts';
import { offersSql } from '#web/instance.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogForm } from '#web/ui/floating/dialog.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { SelectField } from '#web/ui/fields/select.tsx';
import {
  chapters,
  exportWords,
  levels,
  permissionsOf,
  presets,
  scopesOf,
  sqlWords,
} from './api-key-words.ts';
import type { ApiKey } from './api-keys.ts';

const level = z.enum(levels);
const schema = z.object({
  name: NewApiKey.shape.name,
  links: level,
  domains: level,
  analytics: level,
  conversions: level,
  webhooks: level,
  account: level,
  sql: z.boolean(),
  export: z.boolean(),
  /** Days from now, `never`, or `same` for the key's present end. */
  end: z.string(),
});
type Values = z.infer<typeof schema>;

const dayMs = 86_400_000;
const ends = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

/** What the form sends. Without `expiresAt` the end stays as it is. */
export type KeyWish = {
  readonly name: string;
  readonly scopes: Scope[];
  readonly expiresAt?: string | null;
};

type ApiKeyFormProps = {
  /** The key to edit; null for a new one. */
  readonly apiKey: ApiKey | null;
  send(wish: KeyWish): Promise<void>;
  onClose(): void;
};

/** The form of a key: its name, what it may do, and when it ends. */
export function ApiKeyForm({ apiKey, send, onClose }: ApiKeyFormProps) {
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: {
      name: apiKey?.name ?? '',
      ...permissionsOf(apiKey?.scopes ?? ['conversions:write']),
      end: apiKey ? 'same' : 'never',
    },
  });
  const { submit, isBusy } = useSubmit({
    form,
    send: async ({ name, end, ...chosen }) => {
      const scopes = scopesOf(chosen);
      if (scopes.length > 0) return send({ name, scopes, ...endOf(end) });
      form.setError('root', { message: 'Choose at least one permission' });
    },
    refused: aboveForm(apiKey ? 'Failed to save the API key' : 'Failed to create the API key'),
  });
  const { control, formState, register } = form;
  const choose = (scopes: readonly Scope[]) =>
    form.reset({ ...form.getValues(), ...permissionsOf(scopes) }, { keepDefaultValues: true });

  return (
    <DialogForm
      label={apiKey ? 'Save key' : 'Create key'}
      busyLabel={apiKey ? 'Saving...' : 'Creating...'}
      isBusy={isBusy}
      isDirty={formState.isDirty}
      onSubmit={submit}
      onCancel={onClose}
    >
      <FormAlert text={formState.errors.root?.message} />
      <Field
        label="Name"
        autoFocus
        maxLength={longestKeyName}
        placeholder="Shop server"
        hint="For example, where the key is used."
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <Presets onChoose={choose} />
      <PermissionFields register={register} control={control} />
      <SelectField
        label="Ends"
        options={apiKey ? [sameEnd(apiKey), ...ends] : ends}
        hint="After that, calls with the key are refused."
        {...register('end')}
      />
    </DialogForm>
  );
}

function Presets({ onChoose }: { onChoose(scopes: readonly Scope[]): void }) {
  return (
    <div role="group" aria-label="Start from" className="flex flex-wrap gap-2">
      {presets.map(({ label, scopes }) => (
        <Button key={label} size="sm" onClick={() => onChoose(scopes)}>
          {label}
        </Button>
      ))}
    </div>
  );
}

type PermissionFieldsProps = {
  readonly register: UseFormRegister<Values>;
  readonly control: Control<Values>;
};

function PermissionFields({ register, control }: PermissionFieldsProps) {
  return (
    <fieldset className="grid gap-x-4 gap-y-3 md:grid-cols-2">
      <legend className="mb-2 font-semibold">What the key may do</legend>
      {chapters.map(({ name, label, read, write }) => (
        <SelectField
          key={name}
          label={label}
          options={[
            { value: 'none', label: 'No access' },
            { value: 'read', label: read },
            { value: 'write', label: write },
          ]}
          {...register(name)}
        />
      ))}
      {offersSql && (
        <FormSwitch
          control={control}
          name="sql"
          label={sqlWords}
          hint="See all clicks and conversions"
        />
      )}
      <FormSwitch
        control={control}
        name="export"
        label={exportWords}
        hint="Get a copy of all its data"
      />
    </fieldset>
  );
}

function sameEnd({ expiresAt }: ApiKey) {
  return { value: 'same', label: expiresAt ? `As now: ${dateLabel(expiresAt)}` : 'As now: never' };
}

function endOf(end: string): Pick<KeyWish, 'expiresAt'> {
  if (end === 'same') return {};
  if (end === 'never') return { expiresAt: null };
  return { expiresAt: new Date(Date.now() + Number(end) * dayMs).toISOString() };
}
