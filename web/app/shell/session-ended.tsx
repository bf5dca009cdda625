import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import * as z from 'zod/mini';
import type { User } from '#web/api.ts';
import { signInWith } from '#web/app/instance.ts';
import { paths } from '#web/paths.ts';
import { signInAgain, startAgain } from '#web/features/account/account.ts';
import { Dialog, DialogForm } from '#web/ui/dialog.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { messageOf } from '#web/forms/form-failure.ts';
import { SocialButton } from '#web/features/sign-in/social-buttons.tsx';

const schema = z.object({
  password: z.string().check(z.minLength(6, 'Password must be at least 6 characters')),
});

type SessionEndedProps = { readonly user: User; readonly isOpen: boolean };

/**
 * Covers the screens of a person whose session has ended, until they sign in again; what they have
 * typed stays below it.
 */
export function SessionEnded({ user, isOpen }: SessionEndedProps) {
  return (
    <Dialog
      title="You have been signed out"
      description={`Sign in again as ${user.email} to continue where you stopped.`}
      isOpen={isOpen}
      isOpaque
      onClose={() => {}}
    >
      <SignInForm user={user} />
    </Dialog>
  );
}

function SignInForm({ user }: { readonly user: User }) {
  const { pathname, search } = useLocation();
  const { register, handleSubmit, setError, formState } = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { password: '' },
  });
  const submit = handleSubmit(async ({ password }) => {
    try {
      await signInAgain(user, password);
    } catch (error) {
      const message = messageOf(error, 'Login failed. Please try again.');
      setError('password', { message }, { shouldFocus: true });
    }
  });
  const { errors, isSubmitting } = formState;

  return (
    <DialogForm
      label="Sign In"
      busyLabel="Signing in..."
      cancelLabel="Leave"
      isBusy={isSubmitting}
      onSubmit={submit}
      onCancel={startAgain}
    >
      <PasswordField
        label="Password"
        autoComplete="current-password"
        autoFocus
        error={errors.password?.message}
        {...register('password')}
      />
      {signInWith.map((provider) => (
        <SocialButton key={provider} provider={provider} next={pathname + search} />
      ))}
      <a
        href={paths.forgotPassword}
        target="_blank"
        className="inline-flex items-center justify-self-start rounded-sm text-sm max-md:-my-2 max-md:min-h-11 text-muted hover:text-text hover:underline"
      >
        Forgot password?
      </a>
    </DialogForm>
  );
}
