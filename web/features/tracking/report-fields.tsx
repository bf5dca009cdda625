import { type EventType, eventTypes, longestOrderId } from '#contract/event-types';
import { currencies, type Currency } from '#contract/money';
import { majorUnitsOf, typedAmountProblem } from '#web/features/events/amount.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { SelectField } from '#web/ui/fields/select.tsx';
import { currencyOptions, eventOptions } from '#web/features/events/conversion-words.ts';

/** The typed values of the snippet's parameters. */
export type Facts = {
  readonly event: EventType;
  readonly amount: string;
  readonly currency: Currency;
  readonly orderId: string;
};

export const newFacts: Facts = { event: 'sale', amount: '', currency: 'USD', orderId: '' };

/** The amount with two decimals; blank when it is empty or invalid. */
export function amountOf({ amount }: Facts): string {
  if (amount.trim() === '' || typedAmountProblem('Value', amount) !== null) return '';
  return majorUnitsOf(amount).toFixed(2);
}

type ReportFieldsProps = { readonly facts: Facts; onChange(facts: Facts): void };

/** Fields for the event type, amount, currency and order id. */
export function ReportFields({ facts, onChange }: ReportFieldsProps) {
  const change = (changed: Partial<Facts>) => onChange({ ...facts, ...changed });
  return (
    <>
      <SelectField
        label="Event"
        value={facts.event}
        options={eventOptions}
        onChange={({ target }) => change({ event: eventOf(target.value) })}
      />
      <Field
        label="Sale amount"
        isOptional
        inputMode="decimal"
        autoComplete="off"
        placeholder="49.99"
        value={facts.amount}
        error={typedAmountProblem('Value', facts.amount) ?? undefined}
        onChange={(event) => change({ amount: event.target.value })}
      />
      <SelectField
        label="Currency"
        value={facts.currency}
        options={currencyOptions}
        onChange={({ target }) => change({ currency: currencyOf(target.value) })}
      />
      <Field
        label="Order id"
        isOptional
        placeholder="{{ order.id }}"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={longestOrderId}
        hint="Your shop's placeholder for the order number. Each order is counted once."
        value={facts.orderId}
        onChange={(event) => change({ orderId: event.target.value })}
      />
    </>
  );
}

function eventOf(text: string): EventType {
  return eventTypes.find((type) => type === text) ?? 'sale';
}

function currencyOf(text: string): Currency {
  return currencies.find((code) => code === text) ?? 'USD';
}
