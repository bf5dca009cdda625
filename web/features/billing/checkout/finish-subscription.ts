import { atom, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#web/paths.ts';
import { awaitPlanAtom } from '#web/features/billing/billing.ts';
import { tellAtom, tellFailureAtom } from '#web/app/state/toast.ts';
import { refusedByBank, useBankReturn } from './bank-return.ts';

/** Thanks for the payment, and shows the plan as soon as it is there. */
export const finishSubscriptionAtom = atom(null, async (_, set): Promise<void> => {
  const title = 'Payment Successful';
  set(tellAtom, title, 'Thank you. Your subscription starts now.');
  if (await set(awaitPlanAtom, 'active')) return;
  set(tellAtom, title, 'Your subscription appears as soon as the payment is confirmed.');
});

/**
 * Says how it went when a bank with a page of its own sends the person back to the dashboard; what
 * it refused can be tried again.
 */
export function useSubscriptionReturn(): void {
  const finishSubscription = useSetAtom(finishSubscriptionAtom);
  const tellFailure = useSetAtom(tellFailureAtom);
  const cameBack = useBankReturn({ once: true });
  const navigate = useNavigate();
  useEffect(() => {
    if (cameBack === null) return;
    if (!cameBack.isRefused) return void finishSubscription();
    tellFailure('Payment Failed', refusedByBank);
    void navigate(paths.subscribe);
  }, [cameBack]);
}
