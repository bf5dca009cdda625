import * as z from 'zod/mini';
import type { ConversionJson, NewConversionJson } from '#contract/conversions/conversions';
import type { ConversionChangesJson } from '#contract/conversions/programs';
import { eventTypes } from '#contract/conversions/event-types';
import type { Link } from '#web/api.ts';
import { issuesAt } from '#web/forms/refusals.ts';
import { amountOf, centsOf, typedAmountProblem } from './amount.ts';
import { currencies } from '#contract/money';

/** The fields of the conversion dialogs. Amounts are in major units of the currency. */
export const conversionSchema = z.object({
  linkId: z.string(),
  eventType: z.enum(eventTypes),
  value: amount('Value'),
  profit: amount('Profit'),
  currency: z.enum(currencies),
  /** A local time; blank: now. An edit does not change it. */
  convertedAt: z.string(),
});

export type ConversionValues = z.infer<typeof conversionSchema>;

/**
 * The initial values for recording a conversion of a link: a sale with the link's profit and
 * currency.
 */
export function newConversionValues(link: Link): ConversionValues {
  return {
    linkId: link.id,
    eventType: 'sale',
    value: '',
    profit: amountOf(link.profitPerSale),
    currency: link.profitPerSaleCurrency,
    convertedAt: '',
  };
}

/** The values for editing a conversion. A refund's amounts are shown as positive numbers. */
export function conversionValuesOf(conversion: ConversionJson): ConversionValues {
  return {
    linkId: conversion.linkId,
    eventType: conversion.eventType,
    value: amountOf(Math.abs(conversion.value)),
    profit: amountOf(Math.abs(conversion.profit)),
    currency: conversion.currency,
    convertedAt: '',
  };
}

/**
 * Whether the link determines the profit, so that a typed profit is ignored: its profit per sale
 * for sales in its currency, none for other events.
 */
export function hasFixedProfit(link: Link, { eventType, currency }: Kind): boolean {
  if (!link.autoTrackProfit || link.profitPerSale === null) return false;
  return eventType !== 'sale' || currency === link.profitPerSaleCurrency;
}

/** The fields that decide whether the link determines the profit. */
type Kind = Pick<ConversionValues, 'eventType' | 'currency'>;

/** The profit that the link determines for an event, as text; blank for none. */
export function fixedProfit(link: Link, eventType: ConversionJson['eventType']): string {
  return eventType === 'sale' ? amountOf(link.profitPerSale) : '';
}

/** The body of a record call. Amounts are in cents; blank amounts become 0. */
export function conversionWish(values: ConversionValues, link: Link): NewConversionJson {
  const { eventType, currency } = values;
  const profit = hasFixedProfit(link, values) ? fixedProfit(link, eventType) : values.profit;
  const convertedAtMs = Date.parse(values.convertedAt);
  return {
    linkId: link.id,
    eventType,
    value: centsOf(values.value) ?? 0,
    profit: centsOf(profit) ?? 0,
    currency,
    ...(!Number.isNaN(convertedAtMs) && { convertedAt: new Date(convertedAtMs).toISOString() }),
  };
}

export function conversionChange(values: ConversionValues): ConversionChangesJson {
  const { eventType, currency } = values;
  return {
    eventType,
    value: centsOf(values.value) ?? 0,
    profit: centsOf(values.profit) ?? 0,
    currency,
  };
}

/** Maps a server error to the form's fields. */
export const conversionIssues = issuesAt(
  'linkId',
  'eventType',
  'value',
  'profit',
  'currency',
  'convertedAt',
);

/** A typed amount in major units. Blank means none. */
function amount(name: 'Value' | 'Profit') {
  return z.string().check(({ value, issues }) => {
    const message = typedAmountProblem(name, value);
    if (message !== null) issues.push({ code: 'custom', input: value, message });
  });
}
