import { useState } from 'react';
import { resendVerification } from './email.ts';
import { tell, tellFailure } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { messageOf } from '#web/forms/form-failure.ts';

/** Has another link mailed that confirms the person's address. */
export function ResendButton({ email }: { readonly email: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const resend = async () => {
    setIsBusy(true);
    try {
      await resendVerification();
      tell('Check Your Email', `We emailed a confirmation link to ${email}.`);
    } catch (error) {
      tellFailure(messageOf(error, 'Failed to send the email. Please try again.'));
    }
    setIsBusy(false);
  };

  return (
    <Button size="sm" isBusy={isBusy} onClick={() => void resend()}>
      {isBusy ? 'Sending...' : 'Resend email'}
    </Button>
  );
}
