import { useAtomValue, useSetAtom } from 'jotai';
import { dateLabel, money } from '#web/format.ts';
import { changeTestCardAtom, newLifetimeQuery, renewSubscriptionAtom } from './billing.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Dialog, DialogBody, DialogQuestion } from '#web/ui/floating/dialog.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { TriangleAlert } from 'lucide-react';
import { paths } from '#web/paths.ts';
import { QueryView } from '#web/ui/answers/query.tsx';
import { CardForm } from '#web/features/billing/cards/card-form.tsx';
import { finishLifetimeAtom } from './finish-lifetime.ts';
import { usePrices } from '#web/features/billing/prices/prices.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { FormAlert } from '#web/forms/page-form.tsx';
import { FormInDialog } from '#web/forms/dialog-forms.tsx';
import { messageOf, showIssues } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import {
  cardIssues,
  cardSchema,
  type CardValues,
  noCard,
  TestCardFields,
} from '#web/features/billing/cards/test-card-fields.tsx';

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
      <DialogQuestion
        label="Cancel subscription"
        busyLabel="Canceling..."
        cancelLabel="Keep subscription"
        isBusy={isBusy}
        onYes={cancel}
        onCancel={onClose}
      >
        {until === null
          ? 'Your subscription ends now, and the failed payment is not tried again.'
          : `Your plan stays active until ${dateLabel(until)}.`}{' '}
        After that, your links keep working and counting, and you can still see everything. To
        create and edit links, you need a plan.
      </DialogQuestion>
    </Dialog>
  );
}

type LifetimeDialogProps = {
  readonly isOpen: boolean;
  readonly hasSubscription: boolean;
  onClose(): void;
};

/** Sells lifetime access to a signed-in person. */
export function LifetimeDialog({ isOpen, hasSubscription, onClose }: LifetimeDialogProps) {
  const { lifetimeCents } = usePrices();
  return (
    <Dialog
      title="Lifetime Access"
      description={`${money(lifetimeCents)} once, for life.`}
      isOpen={isOpen}
      onClose={onClose}
    >
      <DialogBody>
        {hasSubscription && (
          <p className="text-muted">Your subscription ends when this payment succeeds.</p>
        )}
        <LifetimePayment onPaid={onClose} />
      </DialogBody>
    </Dialog>
  );
}

function LifetimePayment({ onPaid }: { onPaid(): void }) {
  const finishLifetime = useSetAtom(finishLifetimeAtom);
  const { lifetimeCents } = usePrices();
  const finish = async (): Promise<void> => {
    await finishLifetime();
    onPaid();
  };
  return (
    <QueryView
      query={useAtomValue(newLifetimeQuery)}
      things="your payment"
      failure="Failed to initialize payment"
      rows={3}
      icon={<TriangleAlert />}
    >
      {(payment) => (
        <CardForm
          payment={payment}
          label={`Pay ${money(lifetimeCents)}`}
          returnPath={paths.billing}
          onPaid={finish}
        />
      )}
    </QueryView>
  );
}

/** Changes the card of the built-in test provider, which has no page of its own. */
export function NewCardDialog({ isOpen, onClose }: { readonly isOpen: boolean; onClose(): void }) {
  return (
    <Dialog title="Change Card" isOpen={isOpen} onClose={onClose}>
      <NewCardForm onClose={onClose} />
    </Dialog>
  );
}

function NewCardForm({ onClose }: { onClose(): void }) {
  const showToast = useSetAtom(showToastAtom);
  const changeTestCard = useSetAtom(changeTestCardAtom);
  const form = useForm<CardValues>({ resolver: zodResolver(cardSchema), defaultValues: noCard });
  const submission = useSubmit({
    form,
    send: async (card) => {
      await changeTestCard(card);
      showToast('Card Changed', 'Your next payment uses this card.');
      onClose();
    },
    refused: (error) => {
      form.setError('root', { message: messageOf(error, 'Failed to change the card') });
      showIssues(form, error, cardIssues);
    },
  });

  return (
    <FormInDialog
      form={form}
      submission={submission}
      label="Save Card"
      busyLabel="Saving..."
      onCancel={onClose}
    >
      <FormAlert text={form.formState.errors.root?.message} />
      <TestCardFields />
    </FormInDialog>
  );
}
