import type { ReactNode } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { DialogForm } from '#web/ui/dialog.tsx';
import type { SubmitWords } from './submit-button.tsx';
import type { Submission } from './use-submit.ts';

type FormInDialogProps<Values extends FieldValues> = SubmitWords & {
  readonly form: UseFormReturn<Values>;
  readonly submission: Submission;
  /** Why the form cannot be sent. */
  readonly blocked?: string | undefined;
  readonly children: ReactNode;
  onCancel(): void;
};

/** A dialog with one form. Its fields get the form from the context. */
export function FormInDialog<Values extends FieldValues>(props: FormInDialogProps<Values>) {
  const { form, submission, ...dialog } = props;
  return (
    <FormProvider {...form}>
      <DialogForm {...dialog} isBusy={submission.isBusy} onSubmit={submission.submit} />
    </FormProvider>
  );
}
