import { Field, type FieldProps } from '#web/ui/fields/field.tsx';

export function EmailField(props: Omit<FieldProps, 'label' | 'type'>) {
  return <Field label="Email" type="email" autoComplete="email" {...props} />;
}
