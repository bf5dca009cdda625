import { useFormContext } from 'react-hook-form';
import * as z from 'zod/mini';
import { cvc, expiry } from '#contract/billing/billing';
import { filled } from '#web/forms/fields.ts';
import { issuesAt } from '#web/forms/refusals.ts';
import { Field } from '#web/ui/fields/field.tsx';

/** The card data of the built-in test provider. The server checks the rest. */
export const cardSchema = z.object({
  number: filled('Enter a card number'),
  expiry: z.string().check(z.trim(), expiry),
  cvc: z.string().check(z.trim(), cvc),
});

export type CardValues = z.infer<typeof cardSchema>;

export const noCard: CardValues = { number: '', expiry: '', cvc: '' };

/** The card fields, with the test numbers. */
export function TestCardFields() {
  const { register, formState } = useFormContext<CardValues>();
  const { errors } = formState;
  return (
    <>
      <div className="grid gap-1.5 rounded-md border border-line bg-raised px-3 py-2.5 text-sm text-muted">
        <p className="font-semibold text-info">Test mode: no real charge</p>
        <ul className="num grid gap-0.5">
          <li>4242 4242 4242 4242 succeeds</li>
          <li>4000 0000 0000 0002 is declined</li>
          <li>4000 0025 0000 3155 asks for a second step</li>
        </ul>
      </div>
      <Field
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        maxLength={40}
        error={errors.number?.message}
        {...register('number')}
      />
      <div className="grid grid-cols-2 gap-3">
        <Field
          label="Expiration date"
          autoComplete="cc-exp"
          placeholder="MM/YY"
          maxLength={10}
          error={errors.expiry?.message}
          {...register('expiry')}
        />
        <Field
          label="CVC"
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="123"
          maxLength={4}
          error={errors.cvc?.message}
          {...register('cvc')}
        />
      </div>
    </>
  );
}

/** Maps a server error to the card fields. */
export const cardIssues = issuesAt('number', 'expiry', 'cvc');
