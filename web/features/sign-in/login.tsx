import { useSetAtom } from 'jotai';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import { AuthLayout } from './auth-layout.tsx';
import { EmailField } from '#web/forms/person-fields.tsx';
import { lazyResolver } from '#web/forms/lazy-resolver.ts';
import { messageOrUnreachable } from '#web/forms/refusals.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { useSubmit } from '#web/forms/use-submit.ts';
import { SocialButtons } from './social-buttons.tsx';
import { providerNames, providers, takesNewAccounts } from '#web/instance.ts';
import { pathAfterLogin, paths } from '#web/paths.ts';
import { enterAtom, login } from '#web/app/state/account.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';

/**
 * The error that a failed provider sign-in left in the login's address, as a sentence; undefined
 * for none.
 */
function socialProblem(query: URLSearchParams): string | undefined {
  const provider = providers.find((known) => known === query.get('provider'));
  return provider && sentences[query.get('problem') ?? '']?.(providerNames[provider]);
}

const sentences: Readonly<Record<string, (name: string) => string>> = {
  cancelled: (name) => `Signing in with ${name} was canceled.`,
  expired: () => 'This sign-in expired or was already used. Please try again.',
  away: (name) => `${name} cannot be reached right now. Please try again later.`,
  untrusted: (name) => `${name}'s answer could not be verified. Please try again.`,
  no_email: (name) =>
    `${name} did not share your email address. Allow it, or sign up with your email.`,
  email_unproven: (name) =>
    `Your email address is not confirmed at ${name}. Confirm it there, or sign up with your email.`,
  email_taken: () =>
    'An account with this email already exists. Sign in the way you did before, or reset its password.',
  closed: () => 'This Waypost does not accept new accounts.',
  suspended: () => 'This account is suspended. Please contact support.',
  too_many: () => 'Too many sign-ins from your network. Please try again later.',
};

const redirectDelayMs = 100;

const resolver = lazyResolver(
  async () => (await import('./sign-in-resolvers.ts')).credentialsResolver,
);

export function Component() {
  const [query] = useSearchParams();
  return (
    <AuthLayout
      title="Welcome back"
      text="Sign in to your Waypost account."
      footer={
        <>
          {takesNewAccounts && (
            <p>
              No account yet?{' '}
              <Link
                to={paths.register}
                className="rounded-sm font-semibold text-accent-text hover:underline"
              >
                Sign up
              </Link>
            </p>
          )}
          <p>
            Trouble signing in?{' '}
            <Link to={paths.support} className="rounded-sm text-text hover:underline">
              Contact Us
            </Link>
          </p>
        </>
      }
    >
      <SocialButtons next={pathAfterLogin(query.get('next'))} />
      <LoginForm />
    </AuthLayout>
  );
}

function LoginForm() {
  const showToast = useSetAtom(showToastAtom);
  const enter = useSetAtom(enterAtom);
  const [query] = useSearchParams();
  const problem = socialProblem(query);
  const form = useForm({
    resolver,
    defaultValues: { email: '', password: '' },
  });
  const submission = useSubmit({
    form,
    send: async (credentials) => {
      const user = await login(credentials);
      showToast('Login Successful', 'Welcome back!');
      await new Promise((resolve) => setTimeout(resolve, redirectDelayMs));
      enter({ user, path: pathAfterLogin(query.get('next')) });
    },
    refused: (error, { showErrorToast }) => {
      const textOr = (fallback: string) => messageOrUnreachable(error, fallback);
      form.setError('root', { message: textOr('Login failed. Please try again.') });
      showErrorToast('Login Failed', textOr('Invalid email or password'));
    },
  });
  const { register, formState } = form;
  const { errors } = formState;
  const typedEmail = useWatch({ control: form.control, name: 'email' });

  return (
    <PageForm
      submission={submission}
      problem={errors.root?.message ?? problem}
      label="Sign In"
      busyLabel="Signing in..."
    >
      <EmailField
        autoComplete="username"
        placeholder="you@company.com"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <Link
        to={paths.forgotPassword}
        state={{ email: typedEmail }}
        className="-my-1 inline-flex items-center justify-self-end rounded-sm py-1 text-sm max-md:-my-3 touch text-muted hover:text-text hover:underline"
      >
        Forgot password?
      </Link>
    </PageForm>
  );
}
