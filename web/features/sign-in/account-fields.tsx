import { useFormContext } from 'react-hook-form';
import * as z from 'zod/mini';
import { Field } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

export const accountSchema = z.object({
  firstName: z.string().check(z.trim(), z.minLength(1, 'First name is required')),
  lastName: z.string().check(z.trim(), z.minLength(1, 'Last name is required')),
  email: z.string().check(z.maxLength(254), z.email('Please enter a valid email address')),
  password: z.string().check(z.minLength(6, 'Password must be at least 6 characters')),
});

export type AccountValues = z.infer<typeof accountSchema>;

export const noAccount: AccountValues = { firstName: '', lastName: '', email: '', password: '' };

/** The four fields that an account begins with. */
export function AccountFields() {
  const { register, formState } = useFormContext<AccountValues>();
  const { errors } = formState;
  return (
    <>
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
    </>
  );
}
