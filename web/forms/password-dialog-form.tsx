import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { DialogForm } from '#web/ui/dialog.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { password } from './password.ts';
import { atField } from './refusals.ts';
import type { SubmitWords } from './submit-button.tsx';
import { useSubmit } from './use-submit.ts';

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
