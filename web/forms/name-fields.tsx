import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '#web/ui/fields/field.tsx';

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
