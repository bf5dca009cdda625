import type { OpenPayment } from '#contract/billing';

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
