import { zodResolver } from '@hookform/resolvers/zod';
import { useSetAtom } from 'jotai';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { longestDestinationName } from '#contract/split-tests/split-words';
import { showToastAtom } from '#web/app/state/toast.ts';
import { changeSplitTestAtom } from '#web/features/split-tests/changes/changes.ts';
import type { SplitTest } from '#web/features/split-tests/split-tests.ts';
import { withoutScheme } from '#web/format.ts';
import { atField } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Dialog, DialogForm } from '#web/ui/floating/dialog.tsx';
import { Field } from '#web/ui/fields/field.tsx';

const names = z.object({
  names: z.array(
    z.object({ name: z.string().check(z.trim(), z.maxLength(longestDestinationName)) }),
  ),
});

type NamesDialogProps = {
  readonly test: SplitTest;
  readonly isOpen: boolean;
  onClose(): void;
};

/** Names the destinations of a test. */
export function NamesDialog({ test, isOpen, onClose }: NamesDialogProps) {
  return (
    <Dialog
      title="Name destinations"
      description="Names stand beside the letters. The test goes on."
      isOpen={isOpen}
      onClose={onClose}
    >
      <NamesForm test={test} onClose={onClose} />
    </Dialog>
  );
}

function NamesForm({ test, onClose }: Omit<NamesDialogProps, 'isOpen'>) {
  const changeTest = useSetAtom(changeSplitTestAtom);
  const showToast = useSetAtom(showToastAtom);
  const form = useForm({
    resolver: zodResolver(names),
    defaultValues: { names: test.destinations.map(({ name }) => ({ name: name ?? '' })) },
  });
  const { submit, isBusy } = useSubmit({
    form,
    send: async (typed) => {
      const change = { names: typed.names.map(({ name }) => name || null) };
      await changeTest({ test, change });
      onClose();
      showToast('Destinations named');
    },
    refused: atField('names.0.name', 'Failed to name the destinations'),
  });
  const { errors, isDirty } = form.formState;
  return (
    <DialogForm
      label="Save names"
      busyLabel="Saving..."
      isBusy={isBusy}
      isDirty={isDirty}
      onSubmit={submit}
      onCancel={onClose}
    >
      {test.destinations.map(({ letter, url }, at) => (
        <Field
          key={letter}
          label={`Name of ${letter}`}
          isOptional
          autoFocus={at === 0}
          maxLength={longestDestinationName}
          hint={withoutScheme(url)}
          error={errors.names?.[at]?.name?.message}
          {...form.register(`names.${at}.name`)}
        />
      ))}
    </DialogForm>
  );
}
