import { useSetAtom } from 'jotai';
import { dateLabel } from '#web/format.ts';
import { renewSubscriptionAtom } from './billing.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { useAction } from '#web/forms/use-action.ts';

type CancelSubscriptionDialogProps = {
  /** The end of the paid period; null when it is not paid, and the subscription ends at once. */
  readonly until: string | null;
  readonly isOpen: boolean;
  onClose(): void;
};

/** Asks for confirmation and says what ends when. */
export function CancelSubscriptionDialog(props: CancelSubscriptionDialogProps) {
  const showToast = useSetAtom(showToastAtom);
  const renewSubscription = useSetAtom(renewSubscriptionAtom);
  const { until, isOpen, onClose } = props;
  const ending =
    until === null
      ? 'It has ended. The failed payment is not tried again.'
      : `Your plan stays active until ${dateLabel(until)}.`;
  const [cancel, isBusy] = useAction(async () => {
    await renewSubscription(false);
    showToast('Subscription Canceled', ending);
    onClose();
  }, 'Failed to cancel the subscription');

  return (
    <Dialog title="Cancel subscription" isOpen={isOpen} onClose={onClose}>
      <DialogBody>
        <p className="text-muted">
          {until === null
            ? 'Your subscription ends now, and the failed payment is not tried again.'
            : `Your plan stays active until ${dateLabel(until)}.`}{' '}
          After that, your links keep working and counting, and you can still see everything. To
          create and edit links, you need a plan.
        </p>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Keep subscription</Button>
        <Button look="danger" isBusy={isBusy} onClick={cancel}>
          {isBusy ? 'Canceling...' : 'Cancel subscription'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
