import * as z from 'zod/mini';
import type { Conversion, ConversionChange, Link, NewConversion } from '#web/api.ts';
import { issuesAt } from '#web/forms/refusals.ts';
import { amount, amountOf, centsOf } from './amount.ts';
import { currencies, eventTypes } from './conversion-words.ts';

/** What the dialogs of conversions let a person type. Amounts are in the currency's major units. */
export const conversionSchema = z.object({
  linkId: z.string(),
  eventType: z.enum(eventTypes),
  value: amount('Value must be positive'),
  profit: amount('Profit must be positive'),
  currency: z.enum(currencies),
});

export type ConversionValues = z.infer<typeof conversionSchema>;

/** A new conversion of a link: a sale in its currency, with the profit that it expects of one. */
export function newConversionValues(link: Link): ConversionValues {
  return {
    linkId: link.id,
    eventType: 'sale',
    value: '',
    profit: amountOf(link.profitPerSale),
    currency: link.profitPerSaleCurrency,
  };
}

/** A conversion as the form shows it. A refund is shown as what was paid back. */
export function conversionValuesOf(conversion: Conversion): ConversionValues {
  return {
    linkId: conversion.linkId,
    eventType: conversion.eventType,
    value: amountOf(Math.abs(conversion.value)),
    profit: amountOf(Math.abs(conversion.profit)),
    currency: conversion.currency,
  };
}

/**
 * Whether the link sets the profit, so that a typed one is not used: its profit per sale for sales in
 * its currency, none for other events.
 */
export function hasFixedProfit(link: Link, { eventType, currency }: Kind): boolean {
  if (!link.autoTrackProfit || link.profitPerSale === null) return false;
  return eventType !== 'sale' || currency === link.profitPerSaleCurrency;
}

/** What decides by whose word a conversion brings its profit. */
type Kind = Pick<ConversionValues, 'eventType' | 'currency'>;

/** The profit that the link itself gives to an event, as it is typed; blank for none. */
export function fixedProfit(link: Link, eventType: Conversion['eventType']): string {
  return eventType === 'sale' ? amountOf(link.profitPerSale) : '';
}

/** What a record call sends: amounts in cents, blank ones as nothing earned. */
export function conversionWish(values: ConversionValues, link: Link): NewConversion {
  const { eventType, currency } = values;
  const profit = hasFixedProfit(link, values) ? fixedProfit(link, eventType) : values.profit;
  return {
    linkId: link.id,
    eventType,
    value: centsOf(values.value) ?? 0,
    profit: centsOf(profit) ?? 0,
    currency,
  };
}

export function conversionChange(values: ConversionValues): ConversionChange {
  const { eventType, currency } = values;
  return {
    eventType,
    value: centsOf(values.value) ?? 0,
    profit: centsOf(values.profit) ?? 0,
    currency,
  };
}

/** Which of the form's fields a refusal of the server is about. */
export const conversionIssues = issuesAt('linkId', 'eventType', 'value', 'profit', 'currency');
