import type { Link } from '#core/links/link';
import { type SaleProfit, saleProfitOf } from '#core/links/sale-profit';
import type { EventType } from '#contract/conversions/event-types';
import type { Currency } from '#contract/money';
import type { RawConversion } from './conversion.ts';

/** The link that a report is for, as far as the conversion depends on it. */
export type CreditedLink = {
  readonly id: string;
  readonly userId: string;
  readonly saleProfit: SaleProfit | null;
};

/** The part of an owner's link on which a conversion depends. */
export function credited(link: Link): CreditedLink {
  return { id: link.id, userId: link.userId, saleProfit: saleProfitOf(link) };
}

type Fields = Pick<
  RawConversion,
  'id' | 'receivedAtMs' | 'source' | 'eventType' | 'valueCents' | 'currency'
>;
type VisitorFields = Pick<RawConversion, 'isAnonymous' | 'address' | 'userAgent' | 'visitorCookie'>;

/** A report that was read and checked. Amounts are cents from 0, for a refund too. */
export type CheckedReport = Fields &
  Partial<
    Pick<
      RawConversion,
      'isRefund' | 'refundId' | 'orderId' | 'click' | 'metadata' | 'convertedAtMs'
    >
  > & {
    /** Null: the link's own setting decides the profit. */
    readonly sentProfitCents: number | null;
    /**
     * The browser that reports. Absent for a report of a server, a program or an owner, because
     * these are not visitors.
     */
    readonly visitor?: VisitorFields;
  };

const noVisitor: VisitorFields = {
  isAnonymous: true,
  address: '',
  userAgent: '',
  visitorCookie: '',
};

/**
 * The conversion that a report becomes. Only what a browser sends is unconfirmed. What the dialog
 * and the API send is always new, unless an order id says otherwise.
 */
export function rawConversion(link: CreditedLink, report: CheckedReport): RawConversion {
  const { sentProfitCents: sentCents, visitor = noVisitor, ...fields } = report;
  const { source, eventType, currency, isRefund = false } = report;
  const refundId = isRefund ? (report.refundId ?? '') : '';
  // A sale can have several refunds with ids. None of them takes back the fixed profit of the sale.
  const saleProfit = refundId === '' ? link.saleProfit : null;
  return {
    orderId: '',
    click: null,
    metadata: '',
    convertedAtMs: report.receivedAtMs,
    ...fields,
    ...visitor,
    linkId: link.id,
    userId: link.userId,
    valueCents: isRefund ? 0 - report.valueCents : report.valueCents,
    profitCents: profitOf({ eventType, currency, isRefund, sentCents, saleProfit }),
    isConfirmed: source !== 'pixel',
    isRefund,
    refundId,
    isAlwaysNew: source === 'manual' || source === 'api',
  };
}

/** The data that decides a conversion's profit; amounts are cents of its own currency. */
export type ProfitFacts = {
  readonly eventType: EventType;
  readonly currency: Currency;
  readonly isRefund: boolean;
  /** The reported amount, never negative; null when absent. */
  readonly sentCents: number | null;
  /** The fixed profit of every sale of the link; null when the link has none. */
  readonly saleProfit: SaleProfit | null;
};

/**
 * The profit of a conversion in cents: the link's fixed profit for a sale in the same currency,
 * else the reported amount, else 0.
 */
export function profitOf(facts: ProfitFacts): number {
  const { eventType, currency, isRefund, sentCents, saleProfit } = facts;
  const isCounted = eventType === 'sale' && saleProfit?.currency === currency;
  const gainedCents = isCounted ? saleProfit.cents : (sentCents ?? 0);
  return isRefund ? 0 - gainedCents : gainedCents;
}
