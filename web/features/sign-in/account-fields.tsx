import { useFormContext } from 'react-hook-form';
import * as z from 'zod/mini';
import { EmailField, NameFields } from '#web/forms/person-fields.tsx';
import { email, nameFields, password } from '#web/forms/fields.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';

export const accountSchema = z.object({
  ...nameFields,
  email: email(),
  password: password(),
});

export type AccountValues = z.infer<typeof accountSchema>;

export const noAccount: AccountValues = { firstName: '', lastName: '', email: '', password: '' };

/** The four fields of a new account. */
export function AccountFields() {
  const { register, formState } = useFormContext<AccountValues>();
  const { errors } = formState;
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <NameFields
          firstName={register('firstName')}
          lastName={register('lastName')}
          errors={errors}
        />
      </div>
      <EmailField
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
