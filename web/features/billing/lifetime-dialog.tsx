import { useAtomValue, useSetAtom } from 'jotai';
import { TriangleAlert } from 'lucide-react';
import { money } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { newLifetimeQuery } from './billing.ts';
import { Dialog, DialogBody } from '#web/ui/dialog.tsx';
import { QueryView } from '#web/ui/query.tsx';
import { CardForm } from './cards/card-form.tsx';
import { finishLifetimeAtom } from './finish-lifetime.ts';
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
  const finish = async (): Promise<void> => {
    await finishLifetime();
    onPaid();
  };
  return (
    <QueryView
      query={useAtomValue(newLifetimeQuery)}
      failure="Failed to initialize payment"
      rows={3}
      loading="Preparing your payment"
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
