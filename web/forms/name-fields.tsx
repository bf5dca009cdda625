import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { Field } from '#web/ui/fields/field.tsx';

type Name = { readonly firstName: string; readonly lastName: string };

type NameFieldsProps<Values extends Name> = {
  readonly register: (name: keyof Name) => ReturnType<UseFormRegister<Values>>;
  readonly errors: FieldErrors<Name>;
  /** In characters. */
  readonly maxLength?: number;
};

/** Fields for first and last name. */
export function NameFields<Values extends Name>(props: NameFieldsProps<Values>) {
  const { register, errors, maxLength } = props;
  return (
    <>
      <Field
        label="First name"
        autoComplete="given-name"
        maxLength={maxLength}
        error={errors.firstName?.message}
        {...register('firstName')}
      />
      <Field
        label="Last name"
        autoComplete="family-name"
        maxLength={maxLength}
        error={errors.lastName?.message}
        {...register('lastName')}
      />
    </>
  );
}
