import { useSetAtom } from 'jotai';
import { endOtherSessionsAtom } from './sessions.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { useAction } from '#web/forms/use-action.ts';

/** Ends all other sessions. */
export function OtherSessionsButton() {
  const showToast = useSetAtom(showToastAtom);
  const endOtherSessions = useSetAtom(endOtherSessionsAtom);
  const [end, isBusy] = useAction(async () => {
    await endOtherSessions();
    showToast('Signed out everywhere else');
  }, 'Failed to sign out the other sessions');
  return (
    <Button look="danger" isBusy={isBusy} onClick={end}>
      Sign out everywhere else
    </Button>
  );
}
