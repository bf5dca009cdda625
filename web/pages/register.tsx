import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { AuthLayout } from '#web/components/auth-layout.tsx';
import { FormAlert } from '#web/components/form-alert.tsx';
import { messageOf } from '#web/components/form-failure.ts';
import { SocialButtons } from '#web/components/social-buttons.tsx';
import { usePageTitle } from '#web/components/use-page-title.ts';
import { paths } from '#web/paths.ts';
import { enter, register as openAccount } from '#web/state/account.ts';
import { tell } from '#web/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

const schema = z.object({
  firstName: z.string().check(z.trim(), z.minLength(1, 'First name is required')),
  lastName: z.string().check(z.trim(), z.minLength(1, 'Last name is required')),
  email: z.string().check(z.maxLength(254), z.email('Please enter a valid email address')),
  password: z.string().check(z.minLength(6, 'Password must be at least 6 characters')),
});

export function Component() {
  usePageTitle('Sign Up');
  return (
    <AuthLayout
      title="Start Your Free 30-Day Trial"
      text="No credit card required. $49/month after 30 days."
      footer={
        <p>
          Already have an account?{' '}
          <Link
            to={paths.login}
            className="rounded-sm font-semibold text-accent-text hover:underline"
          >
            Sign in
          </Link>
        </p>
      }
    >
      <SocialButtons />
      <RegisterForm />
    </AuthLayout>
  );
}

function RegisterForm() {
  const { register, handleSubmit, setError, formState } = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { firstName: '', lastName: '', email: '', password: '' },
  });
  const submit = handleSubmit(async (registration) => {
    try {
      enter(await openAccount(registration), paths.dashboard);
      tell('Account Created Successfully!', 'Your free trial has started.');
    } catch (error) {
      setError('root', { message: messageOf(error, 'Registration failed') });
    }
  });
  const { errors, isSubmitting } = formState;

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-6 grid gap-4">
      <FormAlert text={errors.root?.message} />
      <div className="grid grid-cols-2 gap-3">
        <Field
          label="First name"
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...register('firstName')}
        />
        <Field
          label="Last name"
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...register('lastName')}
        />
      </div>
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        placeholder="you@company.com"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="At least 6 characters."
        error={errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" look="primary" isBusy={isSubmitting} className="h-10">
        {isSubmitting ? 'Starting your trial...' : 'Start Free Trial'}
      </Button>
    </form>
  );
}
