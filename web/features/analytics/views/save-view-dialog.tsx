import { zodResolver } from '@hookform/resolvers/zod';
import { useSetAtom } from 'jotai';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { tellAtom } from '#web/app/state/toast.ts';
import { atField } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Dialog, DialogForm } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { longestViewName, saveViewAtom } from './views.ts';

type SaveViewDialogProps = {
  readonly isOpen: boolean;
  /** The search part of the report's address, without `?`. */
  readonly query: string;
  onClose(): void;
};

/** Gives what is shown a name: its filters, its range, its comparison and its measure. */
export function SaveViewDialog({ isOpen, query, onClose }: SaveViewDialogProps) {
  return (
    <Dialog
      title="Save this view"
      description="Its filters, range, comparison and measure. The numbers stay up to date."
      isOpen={isOpen}
      onClose={onClose}
    >
      <SaveForm query={query} onClose={onClose} />
    </Dialog>
  );
}

const schema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please enter a name'),
      z.maxLength(longestViewName, `A name has at most ${longestViewName} characters`),
    ),
});

function SaveForm({ query, onClose }: Omit<SaveViewDialogProps, 'isOpen'>) {
  const save = useSetAtom(saveViewAtom);
  const tell = useSetAtom(tellAtom);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { name: '' } });
  const { submit, isBusy } = useSubmit({
    form,
    send: async ({ name }) => {
      await save({ name, query });
      onClose();
      tell('View saved');
    },
    refused: atField('name', 'Failed to save the view'),
  });
  return (
    <DialogForm
      label="Save view"
      busyLabel="Saving..."
      isBusy={isBusy}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Field
        label="Name"
        autoFocus
        maxLength={longestViewName}
        placeholder="Mobile in Germany"
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
    </DialogForm>
  );
}
