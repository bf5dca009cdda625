import { useSetAtom } from 'jotai';
import { askForReset } from '#web/app/state/account.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { useAction } from '#web/forms/use-action.ts';

/** Requests an email with a link to set a first password. */
export function SetPassword({ email }: { readonly email: string }) {
  const showToast = useSetAtom(showToastAtom);
  const [send, isBusy] = useAction(async () => {
    await askForReset(email);
    showToast('Check Your Email', `We emailed a link to set a password to ${email}.`);
  }, 'Failed to send the link. Please try again.');
  return (
    <Button isBusy={isBusy} onClick={send} className="justify-self-start">
      {isBusy ? 'Sending...' : 'Set a Password'}
    </Button>
  );
}
