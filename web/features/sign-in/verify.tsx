import { MailCheck } from 'lucide-react';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '#web/api-error.ts';
import { AuthLayout } from './auth-layout.tsx';
import { FormAlert } from '#web/forms/page-form.tsx';
import { messageOf } from '#web/forms/refusals.ts';
import { useAction } from '#web/forms/use-action.ts';
import { paths } from '#web/paths.ts';
import { accountAtom } from '#web/app/state/account.ts';
import { verifyEmailAtom } from '#web/features/account/email.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';

/**
 * The page of an emailed confirmation link. Opening it confirms nothing, because mail scanners open
 * links too; the button does.
 */
export function Component() {
  const [search] = useSearchParams();
  const isSignedIn = useAtomValue(accountAtom).kind === 'in';

  return (
    <AuthLayout
      title="Confirm your email"
      text="Confirm that this email address is yours."
      footer={
        <Link
          to={isSignedIn ? paths.profile : paths.login}
          className="inline-flex items-center rounded-sm font-semibold text-accent-text hover:underline touch"
        >
          {isSignedIn ? 'Back to Settings' : 'Back to Sign In'}
        </Link>
      }
    >
      <Confirmation token={search.get('token') ?? ''} isSignedIn={isSignedIn} />
    </AuthLayout>
  );
}

type ConfirmationProps = { readonly token: string; readonly isSignedIn: boolean };

function Confirmation({ token, isSignedIn }: ConfirmationProps) {
  const showToast = useSetAtom(showToastAtom);
  const verifyEmail = useSetAtom(verifyEmailAtom);
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | undefined>();
  const leave = async (title: string, text: string): Promise<void> => {
    showToast(title, text);
    await navigate(isSignedIn ? paths.profile : paths.login, { replace: true });
  };
  const [confirm, isBusy] = useAction(
    async () => {
      setFailure(undefined);
      await verifyEmail(token);
      await leave(
        'Email Confirmed',
        isSignedIn ? 'Thank you.' : 'You can now sign in with this email address.',
      );
    },
    (error) =>
      error instanceof ApiError && error.code === 'already_confirmed'
        ? void leave('Nothing to do', error.message)
        : setFailure(messageOf(error, 'Failed to confirm the email. Please try again.')),
  );

  return (
    <div className="mt-6 grid gap-4">
      <FormAlert text={failure} />
      <p className="text-sm text-muted">
        If you did not create an account or change your email address, close this page. Nothing
        changes then.
      </p>
      <Button look="primary" isBusy={isBusy} className="h-10" onClick={confirm}>
        <MailCheck aria-hidden className="size-4" />
        {isBusy ? 'Confirming...' : 'Confirm Email'}
      </Button>
    </div>
  );
}
