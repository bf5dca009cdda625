import { currencySymbol } from '#web/format.ts';
import { Field, type FieldProps } from '#web/ui/fields/field.tsx';

type MoneyFieldProps = Omit<FieldProps, 'prefix' | 'type'> & { readonly currency: string };

/**
 * An amount of money, in whole units with two decimals. It is a field of text: a field of numbers
 * gives nothing for `49,99`, and the form could not tell that from a blank one.
 */
export function MoneyField({ currency, ...field }: MoneyFieldProps) {
  return (
    <Field
      prefix={currencySymbol(currency)}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0.00"
      {...field}
    />
  );
}
