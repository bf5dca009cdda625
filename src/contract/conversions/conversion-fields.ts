import * as z from 'zod/mini';
import { amountProblem, currencies } from '#contract/money';
import { eventTypes } from './event-types.ts';

/** An amount of a report, in cents. */
export function amount(name: 'Value' | 'Profit', wrongType = `${name} must be a number of cents`) {
  return z.number(wrongType).check(
    z.check(({ value, issues }) => {
      const message = amountProblem(name, value);
      if (message !== null) issues.push({ code: 'custom', message, input: value });
    }),
  );
}

export const eventType = z.enum(eventTypes, `Choose one of ${eventTypes.join(', ')}`);
export const currency = z.enum(currencies, `Choose one of ${currencies.join(', ')}`);
