import { zodResolver } from '@hookform/resolvers/zod';
import { useAtomValue } from 'jotai';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import * as z from 'zod/mini';
import { passwordQuestionAtom, reauthenticate } from '#web/features/sign-in/reauthentication.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody, DialogForm } from '#web/ui/dialog.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { messageOf } from '#web/forms/form-failure.ts';
import { SocialButton } from '#web/features/sign-in/social-buttons.tsx';
import { useSignInWays } from '#web/features/account/use-sign-in-ways.ts';

const schema = z.object({
  password: z.string().check(z.minLength(6, 'Password must be at least 6 characters')),
});

/** Asks for the password before something that only the account's own person may do. */
export function PasswordQuestion() {
  const question = useAtomValue(passwordQuestionAtom);
  return (
    <Dialog
      title="Confirm it's you"
      description="Confirm your identity before you continue."
      isOpen={question !== null}
      onClose={() => question?.goOn(false)}
    >
      <Proof onDone={(isProven) => question?.goOn(isProven)} />
    </Dialog>
  );
}

type ProofProps = { onDone(isProven: boolean): void };

function Proof({ onDone }: ProofProps) {
  const { hasPassword } = useSignInWays();
  return hasPassword ? <PasswordForm onDone={onDone} /> : <SignInAgain onDone={onDone} />;
}

/** Whoever has no password says at their provider who they are, and comes back to this page. */
function SignInAgain({ onDone }: ProofProps) {
  const { providers } = useSignInWays();
  const { pathname, search } = useLocation();
  return (
    <>
      <DialogBody>
        <p className="text-muted">
          Your account has no password. Sign in again, then repeat this change.
        </p>
      </DialogBody>
      <DialogActions>
        <Button onClick={() => onDone(false)}>Cancel</Button>
        {providers.map((provider) => (
          <SocialButton key={provider} provider={provider} next={pathname + search} />
        ))}
      </DialogActions>
    </>
  );
}

function PasswordForm({ onDone }: ProofProps) {
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
    <DialogForm
      label="Continue"
      busyLabel="Checking..."
      isBusy={isSubmitting}
      onSubmit={submit}
      onCancel={() => onDone(false)}
    >
      <PasswordField
        label="Password"
        autoComplete="current-password"
        autoFocus
        error={errors.password?.message}
        {...register('password')}
      />
    </DialogForm>
  );
}
