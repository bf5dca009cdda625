import { Field, type FieldProps } from '#web/ui/fields/field.tsx';
import type { FieldErrors, UseFormRegister, UseFormRegisterReturn } from 'react-hook-form';
import { passwordLength } from '#contract/accounts/person-limits';
import { PasswordField } from '#web/ui/fields/password-field.tsx';

/** The hint at the field of a new password. */
export const passwordHint = `At least ${passwordLength.min} characters.`;

export function EmailField(props: Omit<FieldProps, 'label' | 'type'>) {
  return <Field label="Email" type="email" autoComplete="email" {...props} />;
}

type Name = { readonly firstName: string; readonly lastName: string };

type NameFieldsProps = {
  /**
   * What the form's `register` returned. The form focuses the first wrong field in the order in
   * which its fields are registered, so that these are registered before the fields below them.
   */
  readonly firstName: UseFormRegisterReturn;
  readonly lastName: UseFormRegisterReturn;
  readonly errors: FieldErrors<Name>;
  /** In characters. */
  readonly maxLength?: number;
};

/** Fields for first and last name. */
export function NameFields({ firstName, lastName, errors, maxLength }: NameFieldsProps) {
  return (
    <>
      <Field
        label="First name"
        autoComplete="given-name"
        maxLength={maxLength}
        error={errors.firstName?.message}
        {...firstName}
      />
      <Field
        label="Last name"
        autoComplete="family-name"
        maxLength={maxLength}
        error={errors.lastName?.message}
        {...lastName}
      />
    </>
  );
}

type NewPassword = { readonly newPassword: string; readonly confirmPassword: string };

type NewPasswordFieldsProps<Values extends NewPassword> = {
  readonly register: (name: keyof NewPassword) => ReturnType<UseFormRegister<Values>>;
  readonly errors: FieldErrors<NewPassword>;
  readonly hint?: string;
};

/** Fields for a new password and its repetition. */
export function NewPasswordFields<Values extends NewPassword>(
  props: NewPasswordFieldsProps<Values>,
) {
  const { register, errors, hint } = props;
  return (
    <>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={hint}
        error={errors.newPassword?.message}
        {...register('newPassword')}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
    </>
  );
}
