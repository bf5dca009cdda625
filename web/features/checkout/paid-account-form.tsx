import { useSetAtom } from 'jotai';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { openPaidAccount } from '#web/features/billing/billing.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { enterPaidAccountAtom } from './enter-paid-account.ts';
import { password } from '#web/forms/password.ts';
import { messageOf } from '#web/forms/form-failure.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { useSubmit } from '#web/forms/use-submit.ts';

const schema = z.object({ password: password() });

type PaidAccountFormProps = {
  readonly paymentIntentId: string;
  /** Why the account could not be created before. */
  readonly problem: string | undefined;
};

/** Creates the account of a successful payment. */
export function PaidAccountForm({ paymentIntentId, problem }: PaidAccountFormProps) {
  const enterPaidAccount = useSetAtom(enterPaidAccountAtom);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '' } });
  const submission = useSubmit({
    form,
    send: async (typed) => enterPaidAccount(await openPaidAccount(paymentIntentId, typed.password)),
    refused: (error, { showErrorToast }) => {
      const message = messageOf(error, 'Something went wrong. Please contact support.');
      form.setError('root', { message });
      showErrorToast('Account Creation Failed', message);
    },
  });
  const { errors, isSubmitted } = form.formState;

  return (
    <PageForm
      submission={submission}
      problem={errors.root?.message ?? (isSubmitted ? undefined : problem)}
      label="Create Account"
      busyLabel="Creating your account..."
    >
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="At least 6 characters."
        error={errors.password?.message}
        {...form.register('password')}
      />
    </PageForm>
  );
}
