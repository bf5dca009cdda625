import { atom, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import { awaitPlanAtom } from './billing.ts';
import { showToastAtom, showErrorToastAtom } from '#web/app/state/toast.ts';
import { type BankReturn, refusedByBank, useBankReturn } from './bank-return.ts';

/** Waits for lifetime access and shows the result in a toast. */
export const finishLifetimeAtom = atom(null, async (_, set): Promise<void> => {
  const isThere = await set(awaitPlanAtom, 'lifetime');
  set(
    showToastAtom,
    'Payment Successful',
    isThere
      ? 'You now have lifetime access.'
      : 'Lifetime access appears as soon as the payment is confirmed.',
  );
});

/** Shows the result when a bank with its own page returns to the settings. */
export function useLifetimeReturn(): void {
  const finishLifetime = useSetAtom(finishLifetimeAtom);
  const showErrorToast = useSetAtom(showErrorToastAtom);
  const cameBack = useBankReturn({ once: true });
  const finish = useEffectEvent(({ isRefused }: BankReturn): void => {
    if (isRefused) showErrorToast('Payment Failed', refusedByBank);
    else void finishLifetime();
  });
  useEffect(() => {
    if (cameBack !== null) finish(cameBack);
  }, [cameBack]);
}
