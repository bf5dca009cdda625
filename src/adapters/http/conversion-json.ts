import type { ConversionsAnswer } from '#core/analytics/answer-conversions';
import type { MoneyTotals } from '#core/analytics/money';
import { isRefund, type ListedConversion } from '#core/conversions/listed-conversion';
import { currencyJson, type CurrencyTotalsJson } from './link-json.ts';

/** A conversion as the API shows it. Money is in cents, negative for refunds alone. */
export type ConversionJson = {
  readonly id: string;
  readonly linkId: string;
  readonly eventType: ListedConversion['eventType'];
  readonly value: number;
  readonly profit: number;
  readonly currency: ListedConversion['currency'];
  readonly source: ListedConversion['source'];
  readonly trust: ListedConversion['trust'];
  /** Empty when none was given. */
  readonly orderId: string;
  /** From 1; 0 when unknown or outside a split test. */
  readonly variant: number;
  readonly isRefund: boolean;
  /** ISO 3166; it, the device and the referrer are the click's, empty or `unknown` without one. */
  readonly country: string;
  readonly device: ListedConversion['device'];
  readonly referrer: string;
  readonly convertedAt: string;
};

/** Money in cents; US dollars, and beside them other currencies. */
export type MoneyJson = Omit<MoneyTotals, 'otherCurrencies'> & {
  readonly otherCurrencies: readonly CurrencyTotalsJson[];
};

/** A range's conversions. Rates and shares are percent with one decimal. */
export type ConversionsJson = {
  readonly conversions: readonly ConversionJson[];
  readonly totals: MoneyJson & { readonly averageRate: number; readonly overallRate: number };
  readonly links: readonly (MoneyJson & { readonly linkId: string; readonly rate: number })[];
  readonly confirmedShare: number | null;
};

export function conversionJson(conversion: ListedConversion): ConversionJson {
  return {
    id: conversion.id,
    linkId: conversion.linkId,
    eventType: conversion.eventType,
    value: conversion.valueCents,
    profit: conversion.profitCents,
    currency: conversion.currency,
    source: conversion.source,
    trust: conversion.trust,
    orderId: conversion.orderId,
    variant: conversion.variant,
    isRefund: isRefund(conversion),
    country: conversion.country,
    device: conversion.device,
    referrer: conversion.referrer,
    convertedAt: new Date(conversion.convertedAtMs).toISOString(),
  };
}

export function conversionsJson(answer: ConversionsAnswer): ConversionsJson {
  const { totals, links, confirmedShare } = answer;
  return {
    conversions: answer.conversions.map(conversionJson),
    totals: {
      ...moneyJson(totals),
      averageRate: totals.averageRate,
      overallRate: totals.overallRate,
    },
    links: links.map((link) => ({ linkId: link.linkId, ...moneyJson(link), rate: link.rate })),
    confirmedShare,
  };
}

export function moneyJson(money: MoneyTotals): MoneyJson {
  const { conversions, revenueCents, profitCents, otherCurrencies } = money;
  return {
    conversions,
    revenueCents,
    profitCents,
    otherCurrencies: otherCurrencies.map(currencyJson),
  };
}
