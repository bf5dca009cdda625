import { zodResolver } from '@hookform/resolvers/zod';
import { useSetAtom } from 'jotai';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { SavedStatement } from '#web/api.ts';
import { tellAtom } from '#web/app/state/toast.ts';
import { atField } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Dialog, DialogForm } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { longestName, renameStatementAtom, saveStatementAtom } from './saved-statements.ts';

/** A saved statement to rename, or a text to save. */
export type Named = SavedStatement | { readonly query: string };

type NameStatementDialogProps = { readonly statement: Named | null; onClose(): void };

/** Gives a statement its name: a new one, or one that is saved. */
export function NameStatementDialog({ statement, onClose }: NameStatementDialogProps) {
  const isNew = statement !== null && !('id' in statement);
  return (
    <Dialog
      title={isNew ? 'Save this statement' : 'Rename statement'}
      description={
        isNew
          ? 'It is kept in your account, under Saved. It runs only when you run it.'
          : 'Its text stays as it is.'
      }
      isOpen={statement !== null}
      onClose={onClose}
    >
      {statement && <NameForm statement={statement} onClose={onClose} />}
    </Dialog>
  );
}

const schema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please enter a name'),
      z.maxLength(longestName, `A name has at most ${longestName} characters`),
    ),
});

type NameFormProps = { readonly statement: Named; onClose(): void };

function NameForm({ statement, onClose }: NameFormProps) {
  const save = useSetAtom(saveStatementAtom);
  const rename = useSetAtom(renameStatementAtom);
  const tell = useSetAtom(tellAtom);
  const existing = 'id' in statement ? statement : null;
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: existing?.name ?? '' },
  });
  const { submit, isBusy } = useSubmit({
    form,
    send: async ({ name }) => {
      await (existing ? rename({ id: existing.id, name }) : save({ name, query: statement.query }));
      onClose();
      tell(existing ? 'Statement renamed' : 'Statement saved');
    },
    refused: atField('name', 'Failed to save the statement'),
  });
  return (
    <DialogForm
      label={existing ? 'Rename' : 'Save statement'}
      busyLabel="Saving..."
      isBusy={isBusy}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Field
        label="Name"
        autoFocus
        maxLength={longestName}
        placeholder="Clicks by country"
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
    </DialogForm>
  );
}
