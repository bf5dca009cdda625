import { endOtherSessions } from '#web/features/account/sessions.ts';
import { tell } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { useAction } from '#web/forms/use-action.ts';

/** Ends every session but this. */
export function OtherSessionsButton() {
  const [end, isBusy] = useAction(async () => {
    await endOtherSessions();
    tell('Signed out everywhere else');
  }, 'Failed to end the other sessions');
  return (
    <Button look="danger" isBusy={isBusy} onClick={end}>
      Sign out everywhere else
    </Button>
  );
}
