import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { User } from '#web/api.ts';
import { signInWith } from '#web/instance.ts';
import { paths } from '#web/paths.ts';
import { signInAgainAtom, startAgainAtom } from '#web/app/state/account.ts';
import { Dialog } from '#web/ui/floating/dialog.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { PasswordDialogForm } from '#web/forms/dialog-forms.tsx';
import { SocialButton } from '#web/features/sign-in/social-buttons.tsx';

type SessionEndedProps = { readonly user: User; readonly isOpen: boolean };

/**
 * Covers the screen of a person whose session has ended until they sign in again. What they typed
 * is kept.
 */
export function SessionEnded({ user, isOpen }: SessionEndedProps) {
  return (
    <Dialog
      title="You have been signed out"
      description="Sign in again to continue where you stopped."
      isOpen={isOpen}
      isOpaque
      onClose={() => {}}
    >
      <SignInForm user={user} />
    </Dialog>
  );
}

function SignInForm({ user }: { readonly user: User }) {
  const startAgain = useSetAtom(startAgainAtom);
  const signInAgain = useSetAtom(signInAgainAtom);
  const { pathname, search } = useLocation();
  // A change of the address that was confirmed elsewhere is one reason why a session ends.
  const [email, setEmail] = useState(user.email);
  return (
    <PasswordDialogForm
      label="Sign In"
      busyLabel="Signing in..."
      cancelLabel="Leave"
      failure="Login failed. Please try again."
      onPassword={(password) => signInAgain({ before: user, email, password })}
      onCancel={startAgain}
      intro={
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      }
    >
      {signInWith.map((provider) => (
        <SocialButton key={provider} provider={provider} next={pathname + search} />
      ))}
      <a
        href={paths.forgotPassword}
        target="_blank"
        className="inline-flex items-center justify-self-start rounded-sm text-sm max-md:-my-2 touch text-muted hover:text-text hover:underline"
      >
        Forgot password?
      </a>
    </PasswordDialogForm>
  );
}
