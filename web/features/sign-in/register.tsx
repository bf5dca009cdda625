import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { AccountFields, accountSchema, type AccountValues, noAccount } from './account-fields.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { messageOf } from '#web/forms/form-failure.ts';
import { SocialButtons } from './social-buttons.tsx';
import { bothPrices, monthlyPrice, usePrices } from '#web/features/billing/prices/prices.ts';
import { usePageTitle } from '#web/app/shell/use-page-title.ts';
import { takesPayments } from '#web/app/instance.ts';
import { paths } from '#web/paths.ts';
import { enter, register as openAccount } from '#web/features/account/account.ts';
import { tell } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';

export function Component() {
  usePageTitle('Sign Up');
  const prices = usePrices();
  return (
    <AuthLayout
      title={takesPayments ? 'Start Your Free 30-Day Trial' : 'Create Your Account'}
      text={
        takesPayments
          ? `No credit card required. ${monthlyPrice(prices)} after 30 days.`
          : 'Unlimited links, analytics and conversion tracking.'
      }
      footer={
        <>
          {takesPayments && (
            <p className="num">
              {bothPrices(prices)}.{' '}
              <Link
                to={paths.payment}
                className="rounded-sm font-semibold text-accent-text hover:underline"
              >
                Buy lifetime access
              </Link>
            </p>
          )}
          <p>
            Already have an account?{' '}
            <Link
              to={paths.login}
              className="rounded-sm font-semibold text-accent-text hover:underline"
            >
              Sign in
            </Link>
          </p>
        </>
      }
    >
      <SocialButtons />
      <RegisterForm />
    </AuthLayout>
  );
}

const [label, busyLabel] = takesPayments
  ? ['Start Free Trial', 'Starting your trial...']
  : ['Create Account', 'Creating your account...'];

function RegisterForm() {
  const form = useForm<AccountValues>({
    resolver: zodResolver(accountSchema),
    defaultValues: noAccount,
  });
  const submit = form.handleSubmit(async (registration) => {
    try {
      enter(await openAccount(registration), paths.dashboard);
      tell(
        'Account Created Successfully!',
        takesPayments ? 'Your free trial has started.' : 'Welcome.',
      );
    } catch (error) {
      form.setError('root', { message: messageOf(error, 'Registration failed') });
    }
  });
  const { errors, isSubmitting } = form.formState;

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-6 grid gap-4">
        <FormAlert text={errors.root?.message} />
        <AccountFields />
        <Button type="submit" look="primary" isBusy={isSubmitting} className="h-10">
          {isSubmitting ? busyLabel : label}
        </Button>
      </form>
    </FormProvider>
  );
}
