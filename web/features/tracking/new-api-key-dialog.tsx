import { useSetAtom } from 'jotai';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { longestKeyName, NewApiKey, type Scope } from '#contract/accounts/api-keys';
import { offersSql } from '#web/instance.ts';
import { createApiKeyAtom } from './api-keys.ts';
import { Dialog, DialogForm } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { ShownOnce } from '#web/ui/shown-once.tsx';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { FormAlert } from '#web/forms/page-form.tsx';
import { FormSwitch } from '#web/forms/form-switch.tsx';
import { aboveForm } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';

const schema = z.object({
  name: NewApiKey.shape.name,
  mayWrite: z.boolean(),
  mayRead: z.boolean(),
  mayReadLinks: z.boolean(),
  mayQuery: z.boolean(),
});
type Values = z.infer<typeof schema>;

type NewApiKeyDialogProps = { readonly isOpen: boolean; onClose(): void };

/** Creates a key and shows it once. */
export function NewApiKeyDialog({ isOpen, onClose }: NewApiKeyDialogProps) {
  const [key, setKey] = useState<string | null>(null);
  const copyText = useSetAtom(copyTextAtom);
  const close = () => {
    setKey(null);
    onClose();
  };
  return (
    <Dialog title="New API Key" isOpen={isOpen} onClose={close}>
      {key === null ? (
        <KeyForm onMade={setKey} onClose={close} />
      ) : (
        <ShownOnce
          title="API key"
          secret={key}
          text={
            <>
              Copy the key now. It is not shown again. Send it in the header{' '}
              <code className="font-mono text-text">Authorization: Bearer</code>.
            </>
          }
          onCopy={() => copyText(key)}
          onDone={close}
        />
      )}
    </Dialog>
  );
}

function KeyForm({ onMade, onClose }: { onMade(key: string): void; onClose(): void }) {
  const createApiKey = useSetAtom(createApiKeyAtom);
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: {
      name: '',
      mayWrite: true,
      mayRead: false,
      mayReadLinks: false,
      mayQuery: false,
    },
  });
  const { submit, isBusy } = useSubmit({
    form,
    send: async ({ name, mayWrite, mayRead, mayReadLinks, mayQuery }) => {
      const write: Scope[] = mayWrite ? ['conversions:write'] : [];
      const read: Scope[] = mayRead ? ['conversions:read'] : [];
      const links: Scope[] = mayReadLinks ? ['links:read'] : [];
      const query: Scope[] = mayQuery ? ['sql'] : [];
      onMade(await createApiKey({ name, scopes: [...write, ...read, ...links, ...query] }));
    },
    refused: aboveForm('Failed to create the API key'),
  });
  const { control, formState } = form;

  return (
    <DialogForm
      label="Create key"
      busyLabel="Creating..."
      isBusy={isBusy}
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
        {...form.register('name')}
      />
      <FormSwitch
        control={control}
        name="mayWrite"
        label="Record conversions"
        hint="conversions:write"
      />
      <FormSwitch
        control={control}
        name="mayRead"
        label="Read conversions"
        hint="conversions:read"
      />
      <FormSwitch control={control} name="mayReadLinks" label="Read QR codes" hint="links:read" />
      {offersSql && <FormSwitch control={control} name="mayQuery" label="Run SQL" hint="sql" />}
    </DialogForm>
  );
}
