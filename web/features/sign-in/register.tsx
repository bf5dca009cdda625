import { useSetAtom } from 'jotai';
import { FormProvider } from 'react-hook-form';
import { Link } from 'react-router';
import {
  AccountFields,
  NoNewAccounts,
  registrationAtom,
  useAccountForm,
} from './registration-form.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { PageForm } from '#web/forms/page-form.tsx';
import { aboveForm } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { SocialButtons } from './social-buttons.tsx';
import { PriceNote } from '#web/features/billing/prices/price-note.tsx';
import { monthlyPrice, usePrices } from '#web/features/billing/prices/prices.ts';
import { welcomeWords } from '#web/app/state/trial.ts';
import { takesNewAccounts, takesPayments } from '#web/instance.ts';
import { paths } from '#web/paths.ts';
import { enterAtom, register as openAccount } from '#web/app/state/account.ts';
import { showToastAtom } from '#web/app/state/toast.ts';

export function Component() {
  return takesNewAccounts ? <SignUp /> : <NoNewAccounts />;
}

function SignUp() {
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
          {takesPayments && <PriceNote lifetimePath={paths.payment} className="num" />}
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
  const showToast = useSetAtom(showToastAtom);
  const enter = useSetAtom(enterAtom);
  const keepRegistration = useSetAtom(registrationAtom);
  const form = useAccountForm();
  const submission = useSubmit({
    form,
    send: async (registration) => {
      const user = await openAccount(registration);
      keepRegistration(null);
      enter({ user, path: paths.dashboard });
      showToast('Account Created Successfully!', welcomeWords(user, takesPayments));
    },
    refused: aboveForm('Registration failed'),
  });

  return (
    <FormProvider {...form}>
      <PageForm
        submission={submission}
        problem={form.formState.errors.root?.message}
        label={label}
        busyLabel={busyLabel}
      >
        <AccountFields />
      </PageForm>
    </FormProvider>
  );
}
