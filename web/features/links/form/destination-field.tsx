import { useFormContext, useWatch } from 'react-hook-form';
import { Field, type FieldProps } from '#web/ui/fields/field.tsx';
import { destinationInput } from './first-field.tsx';
import type { LinkValues } from './link-form.ts';
import { destinationLabel, type OfLink, useRunningTest } from './running-test.tsx';

/** The link's destination. While a split test is on, this is destination A. */
export function DestinationField({
  link,
  ...props
}: OfLink & Pick<FieldProps, 'className' | 'placeholder' | 'autoFocus' | 'control' | 'onFocus'>) {
  const test = useRunningTest({ link });
  const { register, formState } = useFormContext<LinkValues>();
  const isTest = useWatch<LinkValues, 'splitTestEnabled'>({ name: 'splitTestEnabled' });
  return (
    <Field
      label={isTest ? destinationLabel(0, test) : 'Destination URL'}
      {...destinationInput}
      error={formState.errors.originalUrl?.message}
      {...props}
      {...register('originalUrl')}
    />
  );
}
