import { zodResolver } from '@hookform/resolvers/zod';
import { useSetAtom } from 'jotai';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { atField } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Dialog, DialogForm } from '#web/ui/floating/dialog.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { sharePageAtom } from './public-page.ts';

type PagePasswordDialogProps = {
  readonly linkId: string;
  readonly isOpen: boolean;
  onClose(): void;
};

/** A password that visitors of the public page have to enter. */
export function PagePasswordDialog({ linkId, isOpen, onClose }: PagePasswordDialogProps) {
  return (
    <Dialog
      title="Password of the public page"
      description="Send it to the people who may see the page. It is not your own password."
      isOpen={isOpen}
      onClose={onClose}
    >
      <PasswordForm linkId={linkId} onClose={onClose} />
    </Dialog>
  );
}

const schema = z.object({
  password: z
    .string()
    .check(
      z.minLength(8, 'The password must have at least 8 characters'),
      z.maxLength(128, 'The password must have at most 128 characters'),
    ),
});

function PasswordForm({ linkId, onClose }: Omit<PagePasswordDialogProps, 'isOpen'>) {
  const share = useSetAtom(sharePageAtom);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '' } });
  const { submit, isBusy } = useSubmit({
    form,
    send: async (input) => {
      await share({ linkId, input });
      onClose();
    },
    refused: atField('password', 'Failed to set the password'),
  });
  return (
    <DialogForm
      label="Set password"
      busyLabel="Saving..."
      isBusy={isBusy}
      onSubmit={submit}
      onCancel={onClose}
    >
      <PasswordField
        label="Password"
        autoComplete="new-password"
        autoFocus
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
    </DialogForm>
  );
}
