import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { MoneyField } from '#web/forms/money-field.tsx';
import { SelectField } from '#web/ui/fields/select.tsx';
import type { ConversionValues } from './conversion-form.ts';
import { currencyOptions, eventOptions } from './conversion-words.ts';

/** Event type, value, currency and profit. `profit` replaces the profit field. */
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
    <MoneyField
      label={label}
      currency={currency}
      isOptional
      autoFocus={autoFocus}
      error={formState.errors[name]?.message}
      {...register(name)}
    />
  );
}
