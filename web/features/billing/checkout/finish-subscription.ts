import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#web/paths.ts';
import { awaitPlan } from '#web/features/billing/billing.ts';
import { tell, tellFailure } from '#web/app/state/toast.ts';
import { refusedByBank, useBankReturn } from './bank-return.ts';

/** Thanks for the payment, and shows the plan as soon as it is there. */
export async function finishSubscription(): Promise<void> {
  tell('Payment Successful', 'Thank you. Your subscription starts now.');
  if (await awaitPlan('active')) return;
  tell('Payment Successful', 'Your subscription appears as soon as the payment is confirmed.');
}

/**
 * Says how it went when a bank with a page of its own sends the person back to the dashboard; what
 * it refused can be tried again.
 */
export function useSubscriptionReturn(): void {
  const cameBack = useBankReturn({ once: true });
  const navigate = useNavigate();
  useEffect(() => {
    if (cameBack === null) return;
    if (!cameBack.isRefused) return void finishSubscription();
    tellFailure('Payment Failed', refusedByBank);
    void navigate(paths.subscribe);
  }, [cameBack]);
}
