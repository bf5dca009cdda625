import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { AuthLayout } from './auth-layout.tsx';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { messageOf } from '#web/forms/form-failure.ts';
import { SocialButtons } from './social-buttons.tsx';
import { socialProblem } from './social-problem.ts';
import { usePageTitle } from '#web/app/shell/use-page-title.ts';
import { pathAfterLogin, paths } from '#web/paths.ts';
import { enter, login } from '#web/features/account/account.ts';
import { tell, tellFailure } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

const redirectDelayMs = 100;

const schema = z.object({
  email: z.string().check(z.maxLength(254), z.email('Please enter a valid email')),
  password: z.string().check(z.minLength(6, 'Password must be at least 6 characters')),
});

export function Component() {
  usePageTitle('Sign In');
  const [query] = useSearchParams();
  return (
    <AuthLayout
      title="Welcome back"
      text="Sign in to your Waypost account."
      footer={
        <>
          <p>
            No account yet?{' '}
            <Link
              to={paths.register}
              className="rounded-sm font-semibold text-accent-text hover:underline"
            >
              Sign up
            </Link>
          </p>
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
  const [query] = useSearchParams();
  const problem = socialProblem(query);
  const { register, handleSubmit, setError, formState } = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { email: '', password: '' },
  });
  const submit = handleSubmit(async (credentials) => {
    try {
      const user = await login({ ...credentials, email: credentials.email.trim() });
      tell('Login Successful', 'Welcome back!');
      await new Promise((resolve) => setTimeout(resolve, redirectDelayMs));
      enter(user, pathAfterLogin(query.get('next')));
    } catch (error) {
      setError('root', { message: messageOf(error, 'Login failed. Please try again.') });
      tellFailure('Login Failed', messageOf(error, 'Invalid email or password'));
    }
  });
  const { errors, isSubmitting } = formState;

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-6 grid gap-4">
      <FormAlert text={errors.root?.message ?? problem} />
      <Field
        label="Email"
        type="email"
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
        className="-my-1 inline-flex items-center justify-self-end rounded-sm py-1 text-sm max-md:-my-3 max-md:min-h-11 text-muted hover:text-text hover:underline"
      >
        Forgot password?
      </Link>
      <Button type="submit" look="primary" isBusy={isSubmitting} className="h-10">
        {isSubmitting ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  );
}
