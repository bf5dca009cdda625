import { useState } from 'react';
import { askForReset } from './account.ts';
import { tell, tellFailure } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { messageOf } from '#web/forms/form-failure.ts';

/** Has a link mailed by which somebody who has no password gets one. */
export function SetPassword({ email }: { readonly email: string }) {
  const [isSending, setIsSending] = useState(false);
  const send = async () => {
    setIsSending(true);
    try {
      await askForReset(email);
      tell('Check Your Email', `We emailed a link to set a password to ${email}.`);
    } catch (error) {
      tellFailure(messageOf(error, 'Failed to send the link. Please try again.'));
    }
    setIsSending(false);
  };
  return (
    <Button isBusy={isSending} onClick={() => void send()} className="justify-self-start">
      {isSending ? 'Sending...' : 'Set a Password'}
    </Button>
  );
}
