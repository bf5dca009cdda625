import { atom, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#web/paths.ts';
import { awaitPlanAtom } from './billing.ts';
import { showToastAtom, showErrorToastAtom } from '#web/app/state/toast.ts';
import { type BankReturn, refusedByBank, useBankReturn } from './bank-return.ts';

/** Shows a success toast and waits until the plan is active. */
export const finishSubscriptionAtom = atom(null, async (_, set): Promise<void> => {
  const title = 'Payment Successful';
  set(showToastAtom, title, 'Thank you. Your subscription starts now.');
  if (await set(awaitPlanAtom, 'active')) return;
  set(showToastAtom, title, 'Your subscription appears as soon as the payment is confirmed.');
});

/**
 * Shows the result when a bank with its own page returns to the dashboard. After a refusal, opens
 * the payment page again.
 */
export function useSubscriptionReturn(): void {
  const finishSubscription = useSetAtom(finishSubscriptionAtom);
  const showErrorToast = useSetAtom(showErrorToastAtom);
  const cameBack = useBankReturn({ once: true });
  const navigate = useNavigate();
  const finish = useEffectEvent(({ isRefused }: BankReturn): void => {
    if (!isRefused) return void finishSubscription();
    showErrorToast('Payment Failed', refusedByBank);
    void navigate(paths.subscribe);
  });
  useEffect(() => {
    if (cameBack !== null) finish(cameBack);
  }, [cameBack]);
}
