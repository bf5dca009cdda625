import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { NewApiKey } from '#web/api.ts';
import { createApiKey } from './api-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeBlock } from '#web/ui/code-block.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { copyText } from '#web/features/links/copy-text.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { messageOf } from '#web/forms/form-failure.ts';

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name for the key')),
  mayWrite: z.boolean(),
  mayRead: z.boolean(),
});
type Values = z.infer<typeof schema>;
type Scope = NewApiKey['scopes'][number];

type NewApiKeyDialogProps = { readonly isOpen: boolean; onClose(): void };

/** Makes a key and shows it, this once. */
export function NewApiKeyDialog({ isOpen, onClose }: NewApiKeyDialogProps) {
  const [key, setKey] = useState<string | null>(null);
  const close = () => {
    setKey(null);
    onClose();
  };
  return (
    <Dialog title="New API Key" isOpen={isOpen} onClose={close}>
      {key === null ? (
        <KeyForm onMade={setKey} onClose={close} />
      ) : (
        <MadeKey apiKey={key} onClose={close} />
      )}
    </Dialog>
  );
}

function KeyForm({ onMade, onClose }: { onMade(key: string): void; onClose(): void }) {
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { name: '', mayWrite: true, mayRead: false },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ name, mayWrite, mayRead }) => {
    const write: Scope[] = mayWrite ? ['conversions:write'] : [];
    const read: Scope[] = mayRead ? ['conversions:read'] : [];
    try {
      onMade(await createApiKey({ name, scopes: [...write, ...read] }));
    } catch (error) {
      form.setError('root', { message: messageOf(error, 'Failed to create the API key') });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <DialogBody>
        <FormAlert text={errors.root?.message} />
        <Field
          label="Name"
          autoFocus
          maxLength={100}
          placeholder="Shop server"
          hint="For example, where the key is used."
          error={errors.name?.message}
          {...form.register('name')}
        />
        <Controller
          control={form.control}
          name="mayWrite"
          render={({ field }) => (
            <Switch
              label="Record conversions"
              hint="conversions:write"
              isOn={field.value}
              onChange={field.onChange}
            />
          )}
        />
        <Controller
          control={form.control}
          name="mayRead"
          render={({ field }) => (
            <Switch
              label="Read conversions"
              hint="conversions:read"
              isOn={field.value}
              onChange={field.onChange}
            />
          )}
        />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" isBusy={isSubmitting}>
          {isSubmitting ? 'Creating...' : 'Create key'}
        </Button>
      </DialogActions>
    </form>
  );
}

function MadeKey({ apiKey, onClose }: { readonly apiKey: string; onClose(): void }) {
  const copy = () => copyText(apiKey);
  return (
    <>
      <DialogBody>
        <p className="text-muted">
          Copy the key now. It is not shown again. Send it in the header{' '}
          <code className="font-mono text-text">Authorization: Bearer</code>.
        </p>
        <CodeBlock title="API key" code={apiKey}>
          <CopyButton size="sm" what="API key" onCopy={copy} />
        </CodeBlock>
      </DialogBody>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </>
  );
}
