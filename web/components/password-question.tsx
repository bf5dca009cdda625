import { zodResolver } from '@hookform/resolvers/zod';
import { useAtomValue } from 'jotai';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { passwordQuestionAtom, reauthenticate } from '#web/state/reauthentication.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { messageOf } from './form-failure.ts';

const schema = z.object({
  password: z.string().check(z.minLength(6, 'Password must be at least 6 characters')),
});

/** Asks for the password before something that only the account's own person may do. */
export function PasswordQuestion({ hasPassword }: { readonly hasPassword: boolean }) {
  const question = useAtomValue(passwordQuestionAtom);
  return (
    <Dialog
      title="Confirm it's you"
      description="This needs your password when you said it more than ten minutes ago."
      isOpen={question !== null}
      onClose={() => question?.goOn(false)}
    >
      <PasswordForm hasPassword={hasPassword} onDone={(isProven) => question?.goOn(isProven)} />
    </Dialog>
  );
}

type PasswordFormProps = {
  readonly hasPassword: boolean;
  onDone(isProven: boolean): void;
};

function PasswordForm({ hasPassword, onDone }: PasswordFormProps) {
  const { register, handleSubmit, setError, formState } = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { password: '' },
  });
  const submit = handleSubmit(async ({ password }) => {
    try {
      await reauthenticate(password);
      onDone(true);
    } catch (error) {
      const message = messageOf(error, 'Failed to check the password');
      setError('password', { message }, { shouldFocus: true });
    }
  });
  const { errors, isSubmitting } = formState;

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex min-h-0 flex-col">
      <DialogBody>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          autoFocus
          hint={hasPassword ? undefined : 'Without a password, sign out and sign in again.'}
          error={errors.password?.message}
          {...register('password')}
        />
      </DialogBody>
      <DialogActions>
        <Button onClick={() => onDone(false)}>Cancel</Button>
        <Button type="submit" look="primary" isBusy={isSubmitting}>
          {isSubmitting ? 'Checking...' : 'Continue'}
        </Button>
      </DialogActions>
    </form>
  );
}
