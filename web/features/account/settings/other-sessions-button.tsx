import { useState } from 'react';
import { endOtherSessions } from '#web/features/account/sessions.ts';
import { tell, tellFailure } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { messageOf } from '#web/forms/form-failure.ts';

/** Ends every session but this. */
export function OtherSessionsButton() {
  const [isBusy, setIsBusy] = useState(false);
  const end = async () => {
    setIsBusy(true);
    try {
      await endOtherSessions();
      tell('Signed out everywhere else');
    } catch (error) {
      tellFailure(messageOf(error, 'Failed to end the other sessions'));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button look="danger" isBusy={isBusy} onClick={() => void end()}>
      Sign out everywhere else
    </Button>
  );
}
