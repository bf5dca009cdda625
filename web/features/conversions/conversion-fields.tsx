import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { currencySymbol } from '#web/format.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import type { ConversionValues } from './conversion-form.ts';
import { currencyOptions, eventOptions } from './conversion-words.ts';

/** What happened, and what it was worth. `profit` stands in for the field that is typed into. */
export function ConversionFields({ profit }: { readonly profit?: ReactNode }) {
  const { register, formState } = useFormContext<ConversionValues>();
  const { errors } = formState;
  return (
    <>
      <SelectField
        label="Event type"
        options={eventOptions}
        error={errors.eventType?.message}
        {...register('eventType')}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-4">
        <AmountField name="value" label="Value" autoFocus />
        <SelectField
          label="Currency"
          options={currencyOptions}
          error={errors.currency?.message}
          {...register('currency')}
        />
      </div>
      {profit || <AmountField name="profit" label="Profit" />}
    </>
  );
}

type AmountFieldProps = {
  readonly name: 'value' | 'profit';
  readonly label: string;
  readonly autoFocus?: boolean;
};

function AmountField({ name, label, autoFocus }: AmountFieldProps) {
  const { register, formState } = useFormContext<ConversionValues>();
  const currency = useWatch<ConversionValues, 'currency'>({ name: 'currency' });
  return (
    <Field
      label={label}
      isOptional
      autoFocus={autoFocus}
      prefix={currencySymbol(currency)}
      type="number"
      step="0.01"
      min="0"
      inputMode="decimal"
      placeholder="0.00"
      error={formState.errors[name]?.message}
      {...register(name)}
    />
  );
}
