import type { ReactNode } from 'react';
import { type FieldValues, FormProvider, useForm, type UseFormReturn } from 'react-hook-form';
import { DialogForm } from '#web/ui/floating/dialog.tsx';
import type { SubmitWords } from './page-form.tsx';
import { type Submission, useSubmit } from './use-submit.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import * as z from 'zod/mini';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { password } from './fields.ts';
import { atField } from './refusals.ts';

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
      <DialogForm
        {...dialog}
        isBusy={submission.isBusy}
        isDirty={form.formState.isDirty}
        onSubmit={submission.submit}
      />
    </FormProvider>
  );
}

type PasswordDialogFormProps = SubmitWords & {
  readonly look?: 'primary' | 'danger';
  /** The label of the button that closes the dialog; 'Cancel' by default. */
  readonly cancelLabel?: string;
  /** The error for a password that is too short. */
  readonly tooShort?: string;
  readonly hint?: string;
  /** The error at the field when the server sent no message. */
  readonly failure: string;
  /** Above the field. */
  readonly intro?: ReactNode;
  /** Below the field. */
  readonly children?: ReactNode;
  onPassword(typed: string): Promise<void>;
  onCancel(): void;
};

/** A dialog that asks for the account's password. Errors appear at the field. */
export function PasswordDialogForm(props: PasswordDialogFormProps) {
  const { tooShort, hint, failure, intro, children, onPassword, ...dialog } = props;
  const form = useForm({
    resolver: zodResolver(z.object({ password: password(tooShort) })),
    defaultValues: { password: '' },
  });
  const { submit, isBusy } = useSubmit({
    form,
    send: (typed) => onPassword(typed.password),
    refused: atField('password', failure),
  });
  return (
    <DialogForm {...dialog} isBusy={isBusy} onSubmit={submit}>
      {intro}
      <PasswordField
        label="Password"
        autoComplete="current-password"
        autoFocus
        hint={hint}
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
      {children}
    </DialogForm>
  );
}
