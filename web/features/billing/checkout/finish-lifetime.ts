import { useEffect } from 'react';
import { awaitPlan } from '#web/features/billing/billing.ts';
import { tell, tellFailure } from '#web/app/state/toast.ts';
import { refusedByBank, useBankReturn } from './bank-return.ts';

/** Says that lifetime access is there, as soon as it is. */
export async function finishLifetime(): Promise<void> {
  const isThere = await awaitPlan('lifetime');
  tell(
    'Payment Successful',
    isThere
      ? 'Lifetime access is yours.'
      : 'Lifetime access appears as soon as the payment is confirmed.',
  );
}

/** Says how it went when a bank with a page of its own sends the person back to the settings. */
export function useLifetimeReturn(): void {
  const cameBack = useBankReturn({ once: true });
  useEffect(() => {
    if (cameBack === null) return;
    if (cameBack.isRefused) tellFailure('Payment Failed', refusedByBank);
    else void finishLifetime();
  }, [cameBack]);
}
