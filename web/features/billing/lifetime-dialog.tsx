import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import type { OpenPayment } from '#web/api.ts';
import { money } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { beginLifetime } from './billing.ts';
import { Dialog, DialogBody } from '#web/ui/dialog.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { CardForm } from './cards/card-form.tsx';
import { finishLifetimeAtom } from './checkout/finish-lifetime.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { messageOf } from '#web/forms/form-failure.ts';
import { usePrices } from './prices/prices.ts';

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
  const [payment, setPayment] = useState<OpenPayment>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    beginLifetime().then(setPayment, (error: unknown) =>
      setProblem(messageOf(error, 'Failed to initialize payment')),
    );
  }, []);
  if (problem !== undefined) return <FormAlert text={problem} />;
  if (payment === undefined) return <SkeletonRows count={3} label="Preparing your payment" />;

  const finish = async (): Promise<void> => {
    await finishLifetime();
    onPaid();
  };
  return (
    <CardForm
      payment={payment}
      label={`Pay ${money(lifetimeCents)}`}
      returnPath={paths.billing}
      onPaid={finish}
    />
  );
}
