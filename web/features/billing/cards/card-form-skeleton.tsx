import { Skeleton } from '#web/ui/answers/skeleton.tsx';
import type { OpenPayment } from '#contract/billing/billing';

/** A placeholder for the card form. */
export function CardFormSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading the payment form</span>
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-10" />
    </div>
  );
}

/** The props of every card form, for Stripe and for test payments. */
export type CardFormProps = {
  readonly payment: OpenPayment;
  /** The label of the pay button. */
  readonly label: string;
  /** The path to which a bank with its own page redirects. */
  readonly returnPath: string;
  /** Called when the payment succeeded or is processing. The form stays busy until it resolves. */
  onPaid(): Promise<void>;
};
