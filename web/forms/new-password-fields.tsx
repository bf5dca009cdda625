import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { PasswordField } from '#web/ui/fields/password-field.tsx';

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
