import { currencySymbol } from '#web/format.ts';
import { Field, type FieldProps } from '#web/ui/fields/field.tsx';

type MoneyFieldProps = Omit<FieldProps, 'prefix' | 'type'> & { readonly currency: string };

/** An amount of money, in whole units with two decimals. */
export function MoneyField({ currency, ...field }: MoneyFieldProps) {
  return (
    <Field
      prefix={currencySymbol(currency)}
      type="number"
      step="0.01"
      min="0"
      inputMode="decimal"
      placeholder="0.00"
      {...field}
    />
  );
}
