import type { OpenPayment } from '#web/api.ts';

/** The props of every card form, for Stripe and for test payments. */
export type CardFormProps = {
  readonly payment: OpenPayment;
  /** On the button that pays. */
  readonly label: string;
  /** Where a bank that needs a page of its own comes back to. */
  readonly returnPath: string;
  /** The money is on its way; the form stays busy until this is over. */
  onPaid(): Promise<void>;
};
