import { useSetAtom } from 'jotai';
import { resendVerification } from './email.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { useAction } from '#web/forms/use-action.ts';

/** Requests another confirmation email for the person's address. */
export function ResendButton({ email }: { readonly email: string }) {
  const showToast = useSetAtom(showToastAtom);
  const [resend, isBusy] = useAction(async () => {
    await resendVerification();
    showToast('Check Your Email', `We emailed a confirmation link to ${email}.`);
  }, 'Failed to send the email. Please try again.');

  return (
    <Button size="sm" isBusy={isBusy} onClick={resend}>
      {isBusy ? 'Sending...' : 'Resend email'}
    </Button>
  );
}
