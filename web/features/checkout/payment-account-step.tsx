import { Check } from 'lucide-react';
import { FormProvider } from 'react-hook-form';
import { Link } from 'react-router';
import type { OpenPayment } from '#contract/billing';
import { paths } from '#web/paths.ts';
import { beginPurchase } from '#web/features/billing/billing.ts';
import {
  AccountFields,
  type AccountValues,
  useAccountForm,
} from '#web/features/sign-in/registration-form.tsx';
import { issuesAt, messageOf, showIssues } from '#web/forms/refusals.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { useSubmit } from '#web/forms/use-submit.ts';
import { bothPrices, usePrices } from '#web/features/billing/prices/prices.ts';

const benefits = [
  'Unlimited link shortening',
  'Advanced analytics and tracking',
  'A/B split testing',
  'Conversion tracking',
  'Custom aliases',
];

const accountIssues = issuesAt('firstName', 'lastName', 'email', 'password');

type PaymentAccountStepProps = {
  /** What was typed before step 2, or null; without the password after a reload. */
  readonly typed: Partial<AccountValues> | null;
  /** The error that led back to this step. */
  readonly problem: string | undefined;
  onBegun(account: AccountValues, payment: OpenPayment): void;
};

/** Step 1: name, email and password. */
export function PaymentAccountStep({ typed, problem, onBegun }: PaymentAccountStepProps) {
  const prices = usePrices();
  const form = useAccountForm(typed);
  const submission = useSubmit({
    form,
    send: async (account) => {
      onBegun(account, await beginPurchase(account));
    },
    refused: (error, { showErrorToast }) => {
      if (showIssues(form, error, accountIssues)) return;
      const message = messageOf(error, 'Failed to create payment. Please try again.');
      form.setError('root', { message });
      showErrorToast('Error', message);
    },
  });
  const { errors, isSubmitted } = form.formState;

  return (
    <FormProvider {...form}>
      <ul className="mt-5 grid gap-1.5 border-y border-line py-4 text-muted">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex items-center gap-2.5">
            <Check aria-hidden className="size-4 shrink-0 text-accent-text" />
            {benefit}
          </li>
        ))}
      </ul>
      <PageForm
        submission={submission}
        problem={errors.root?.message ?? (isSubmitted ? undefined : problem)}
        label="Continue to Payment"
        busyLabel="Preparing your payment..."
        className="mt-5 grid"
        note={
          <p className="num text-center text-sm text-faint">
            {bothPrices(prices)}. Not sure yet?{' '}
            <Link
              to={paths.register}
              className="rounded-sm font-semibold text-accent-text hover:underline"
            >
              Try it free for 30 days
            </Link>
            , no card required.
          </p>
        }
      >
        <AccountFields />
      </PageForm>
    </FormProvider>
  );
}
