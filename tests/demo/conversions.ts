import type { EventType } from '#contract/conversions/event-types';
import type { RawConversion } from '#core/conversions/conversion';
import type { Currency } from '#contract/money';
import { profitOf } from '#core/conversions/raw-conversion';
import type { RawVisit } from '#core/redirect/raw-visit';
import { hourMs, minuteMs } from '#core/shared/time';
import { weighted } from './random.ts';
import type { VisitedLink } from './visits.ts';

type Report = 'script' | 'server' | 'plain image' | 'dialog' | 'stranger';

const reports: readonly (readonly [Report, number])[] = [
  ['script', 52],
  ['server', 27],
  ['plain image', 13],
  ['dialog', 5],
  ['stranger', 3],
];

const events: readonly (readonly [EventType, number])[] = [
  ['sale', 62],
  ['signup', 18],
  ['lead', 9],
  ['subscription', 7],
  ['download', 4],
];

const moneys: readonly (readonly [Currency, number])[] = [
  ['USD', 78],
  ['EUR', 16],
  ['GBP', 6],
];

/** The shop's prices in cents; other conversions are sign-ups and the like. */
const prices: readonly (readonly [number, number])[] = [
  [2_490, 18],
  [3_900, 22],
  [6_995, 20],
  [11_900, 18],
  [18_950, 14],
  [32_900, 8],
];

const convertingShare = 0.038;
const refundedShare = 0.05;
const marginShare = 0.32;

export type DemoSales = {
  readonly visits: readonly RawVisit[];
  readonly links: readonly VisitedLink[];
  readonly nowMs: number;
  readonly random: () => number;
};

/** The conversions of some visits of links that track them, with some refunds. */
export function* demoConversions(sales: DemoSales): Generator<RawConversion> {
  const { visits, links, nowMs, random } = sales;
  const tracking = new Map(links.filter(({ tracks }) => tracks).map((link) => [link.id, link]));
  for (const visit of visits) {
    const link = tracking.get(visit.linkId);
    if (!link || visit.class !== 'human' || random() >= convertingShare) continue;
    const sale = conversionOf(visit, link, random);
    if (sale.receivedAtMs >= nowMs) continue;
    yield sale;
    const refund = refundOf(sale, random);
    if (refund && refund.receivedAtMs < nowMs) yield refund;
  }
}

function conversionOf(visit: RawVisit, link: VisitedLink, random: () => number): RawConversion {
  const report = weighted(random, reports);
  const eventType = weighted(random, events);
  const isPaid = eventType === 'sale' || eventType === 'subscription';
  const currency = weighted(random, moneys);
  const valueCents = isPaid ? weighted(random, prices) : 0;
  const receivedAtMs = visit.atMs + Math.round(2 * minuteMs + random() ** 4 * 30 * hourMs);
  const isClickKnown = (report === 'script' || report === 'server') && !visit.isAnonymous;
  const isVisitor = report === 'script' || report === 'plain image';
  return {
    id: Bun.randomUUIDv7('hex', receivedAtMs),
    receivedAtMs,
    convertedAtMs: receivedAtMs,
    linkId: visit.linkId,
    userId: visit.userId,
    eventType,
    valueCents,
    profitCents: profitOf({
      eventType,
      currency,
      isRefund: false,
      sentCents: Math.round(valueCents * marginShare),
      saleProfit:
        link.saleProfitCents === null ? null : { cents: link.saleProfitCents, currency: 'USD' },
    }),
    currency,
    source: report === 'server' ? 'postback' : report === 'dialog' ? 'manual' : 'pixel',
    isConfirmed: report === 'server' || report === 'dialog',
    isRefund: false,
    refundId: '',
    orderId: isPaid && report !== 'dialog' ? `NW-${100_000 + Math.floor(random() * 900_000)}` : '',
    isAlwaysNew: report === 'dialog',
    click: isClickKnown ? { clickId: visit.clickId, variant: visit.variant } : null,
    isAnonymous: !isVisitor || visit.isAnonymous,
    address: isVisitor ? visit.address : '',
    userAgent: isVisitor ? visit.userAgent : '',
    visitorCookie: isVisitor ? visit.visitorCookie : '',
    metadata: '',
  };
}

/** Refunds by the order's number, some days later. */
function refundOf(sale: RawConversion, random: () => number): RawConversion | null {
  if (sale.source !== 'postback' || sale.orderId === '' || random() >= refundedShare) return null;
  const receivedAtMs = sale.receivedAtMs + Math.round((30 + random() * 200) * hourMs);
  return {
    ...sale,
    id: Bun.randomUUIDv7('hex', receivedAtMs),
    receivedAtMs,
    valueCents: 0 - sale.valueCents,
    profitCents: 0 - sale.profitCents,
    isRefund: true,
  };
}
