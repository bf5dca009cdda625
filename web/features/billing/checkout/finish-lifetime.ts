import { atom, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { awaitPlanAtom } from '#web/features/billing/billing.ts';
import { tellAtom, tellFailureAtom } from '#web/app/state/toast.ts';
import { refusedByBank, useBankReturn } from './bank-return.ts';

/** Says that lifetime access is there, as soon as it is. */
export const finishLifetimeAtom = atom(null, async (_, set): Promise<void> => {
  const isThere = await set(awaitPlanAtom, 'lifetime');
  set(
    tellAtom,
    'Payment Successful',
    isThere
      ? 'Lifetime access is yours.'
      : 'Lifetime access appears as soon as the payment is confirmed.',
  );
});

/** Says how it went when a bank with a page of its own sends the person back to the settings. */
export function useLifetimeReturn(): void {
  const finishLifetime = useSetAtom(finishLifetimeAtom);
  const tellFailure = useSetAtom(tellFailureAtom);
  const cameBack = useBankReturn({ once: true });
  useEffect(() => {
    if (cameBack === null) return;
    if (cameBack.isRefused) tellFailure('Payment Failed', refusedByBank);
    else void finishLifetime();
  }, [cameBack]);
}
