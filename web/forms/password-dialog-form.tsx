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
  /** On the way back; 'Cancel' when not given. */
  readonly cancelLabel?: string;
  /** What is wrong with a password that is too short. */
  readonly tooShort?: string;
  readonly hint?: string;
  /** What stands at the field when the server gave no sentence. */
  readonly failure: string;
  /** Above the field. */
  readonly intro?: ReactNode;
  /** Below the field. */
  readonly children?: ReactNode;
  onPassword(typed: string): Promise<void>;
  onCancel(): void;
};

/** A dialog that asks for the account's password; a refusal stands at the field. */
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
