import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { openPaidAccount } from '#web/features/billing/billing.ts';
import { tellFailure } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { enterPaidAccount } from './enter-paid-account.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { messageOf } from '#web/forms/form-failure.ts';

const schema = z.object({
  password: z.string().check(z.minLength(6, 'Password must be at least 6 characters')),
});

type PaidAccountFormProps = {
  readonly paymentIntentId: string;
  /** Why it was not opened at once. */
  readonly problem: string | undefined;
};

/** Opens the account of a payment that has been made. */
export function PaidAccountForm({ paymentIntentId, problem }: PaidAccountFormProps) {
  const { register, handleSubmit, setError, formState } = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { password: '' },
  });
  const submit = handleSubmit(async ({ password }) => {
    try {
      await enterPaidAccount(await openPaidAccount(paymentIntentId, password));
    } catch (error) {
      const message = messageOf(error, 'Something went wrong. Please contact support.');
      setError('root', { message });
      tellFailure('Account Creation Failed', message);
    }
  });
  const { errors, isSubmitting, isSubmitted } = formState;

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-6 grid gap-4">
      <FormAlert text={errors.root?.message ?? (isSubmitted ? undefined : problem)} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="At least 6 characters."
        error={errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" look="primary" isBusy={isSubmitting} className="h-10">
        {isSubmitting ? 'Creating your account...' : 'Create Account'}
      </Button>
    </form>
  );
}
