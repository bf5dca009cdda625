import { z } from 'zod';
import type { ConversionsAnswer } from '#core/analytics/answer-conversions';
import type { MoneyTotals } from '#core/analytics/money';
import { isRefund, type ListedConversion } from '#core/conversions/listed-conversion';
import type { Link } from '#core/links/link';
import { jsonOf } from '#adapters/http/frame/json-of';
import { conversionCursors } from '#adapters/http/paging/conversions-query';
import {
  currencyJson,
  type CurrencyTotalsJson,
  type LinkJson,
  shortUrl,
} from '#adapters/http/links/link-json';

/** A conversion as the API shows it. Money is in cents, negative only for refunds. */
export type ConversionJson = {
  readonly id: string;
  readonly linkId: string;
  readonly eventType: ListedConversion['eventType'];
  readonly value: number;
  readonly profit: number;
  readonly currency: ListedConversion['currency'];
  readonly source: ListedConversion['source'];
  readonly trust: ListedConversion['trust'];
  /** Empty when absent. */
  readonly orderId: string;
  /** False: not matched to a click. */
  readonly hasClick: boolean;
  /** From 1; 0 when unknown or outside a split test. */
  readonly variant: number;
  readonly isRefund: boolean;
  /**
   * ISO 3166. The country, the device and the referrer are the click's, empty or `unknown` without
   * one.
   */
  readonly country: string;
  readonly device: ListedConversion['device'];
  readonly referrer: string;
  readonly convertedAt: string;
  /** The object that was sent with it through the API; null without one. */
  readonly metadata: Readonly<Record<string, unknown>> | null;
};

/** Money in cents: US dollars, and other currencies separately. */
export type MoneyJson = Omit<MoneyTotals, 'otherCurrencies'> & {
  readonly otherCurrencies: readonly CurrencyTotalsJson[];
};

/** A link's name beside its numbers. */
type LinkNameJson = Pick<LinkJson, 'shortUrl' | 'title'>;

type PerformanceJson = MoneyJson &
  LinkNameJson &
  Pick<LinkJson, 'isActive' | 'expiresAt' | 'trackConversions' | 'splitTestEnabled'> & {
    readonly linkId: string;
    readonly rate: number;
  };

/**
 * A range's conversions. Rates and shares are percent with one decimal. Both lists are pages: a
 * cursor, sent back as `cursor` or `linksCursor`, gives the next or the previous one.
 */
export type ConversionsJson = ReturnType<typeof conversionCursors> & {
  readonly conversions: readonly (ConversionJson & LinkNameJson)[];
  /** Conversions and refunds on all pages. */
  readonly conversionCount: number;
  readonly totals: MoneyJson & { readonly averageRate: number; readonly overallRate: number };
  readonly links: readonly PerformanceJson[];
  /** Links with conversions on all pages; those with refunds alone come after them. */
  readonly linkCount: number;
  readonly confirmedShare: number | null;
};

const sentObject = z.record(z.string(), z.unknown()).nullable().catch(null);

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
    hasClick: conversion.hasClick,
    variant: conversion.variant,
    isRefund: isRefund(conversion),
    country: conversion.country,
    device: conversion.device,
    referrer: conversion.referrer,
    convertedAt: new Date(conversion.convertedAtMs).toISOString(),
    metadata: sentObject.parse(jsonOf(conversion.metadata)),
  };
}

/** `shortOrigin` is SHORT_URL, an origin. */
export function conversionsJson(answer: ConversionsAnswer, shortOrigin: string): ConversionsJson {
  const { conversions, totals, links, confirmedShare } = answer;
  const name = (link: Link) => ({ shortUrl: shortUrl(link, shortOrigin), title: link.title });
  return {
    conversions: conversions.items.map((each) => ({ ...conversionJson(each), ...name(each.link) })),
    conversionCount: conversions.count,
    totals: {
      ...moneyJson(totals),
      averageRate: totals.averageRate,
      overallRate: totals.overallRate,
    },
    links: links.items.map(({ link, ...each }) => ({
      linkId: each.linkId,
      ...name(link),
      isActive: link.isActive,
      expiresAt: link.expiresAt?.toISOString() ?? null,
      trackConversions: link.trackConversions,
      splitTestEnabled: link.splitTestEnabled,
      ...moneyJson(each),
      rate: each.rate,
    })),
    linkCount: links.count,
    confirmedShare,
    ...conversionCursors(answer),
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
