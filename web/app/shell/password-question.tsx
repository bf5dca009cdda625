import { useLocation } from 'react-router';
import { type Question, reauthenticate } from '#web/app/state/reauthentication.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/floating/dialog.tsx';
import { PasswordDialogForm } from '#web/forms/dialog-forms.tsx';
import { SocialButton } from '#web/features/sign-in/social-buttons.tsx';
import { useSignInWays } from '#web/features/account/use-sign-in-ways.ts';

/** Asks for the password before a sensitive change. */
export function PasswordQuestion({ question }: { readonly question: Question | null }) {
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

/**
 * Lets a person without a password sign in again at their provider. The provider returns them to
 * this page.
 */
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
  const prove = async (password: string) => {
    await reauthenticate(password);
    onDone(true);
  };
  return (
    <PasswordDialogForm
      label="Continue"
      busyLabel="Checking..."
      failure="Failed to check the password"
      onPassword={prove}
      onCancel={() => onDone(false)}
    />
  );
}
