import type { RoutedLink } from '#core/redirect/routed-link';
import { centsFromDecimal } from '#core/shared/money';
import type { AttemptReason } from './attempt.ts';
import { isMerchantId, type ReadReport, readTextReport, type TextReport } from './text-report.ts';

/** What a postback says of a sale, as text; empty where it says nothing. */
export type PostbackWords = {
  readonly report: TextReport;
  /** Decimal, in major units; empty: the link decides. */
  readonly profit: string;
  readonly status: string;
  /** The merchant's id of a refund. Spaces around it are no part of it. */
  readonly refundId: string;
  readonly isTest: boolean;
};

/** The field that a postback has to correct. */
export type UnreadableField =
  Extract<ReadReport, { kind: 'unreadable' }>['field'] | 'amount_missing' | 'refund_id';

export type PostbackVerdict =
  | { readonly kind: 'refused'; readonly field: UnreadableField }
  /** There is nothing to record; a test says for which reason, if any, it would be ignored. */
  | { readonly kind: 'test' | 'ignored'; readonly reason: AttemptReason }
  | {
      readonly kind: 'sale';
      readonly sale: Extract<ReadReport, { kind: 'read' }>;
      readonly isRefund: boolean;
      readonly refundId: string;
      /** Null leaves the profit to the link. */
      readonly sentProfitCents: number | null;
    };

const refunded = new Set(['refunded', 'refund', 'chargeback', 'reversed']);
/** What shops, payment services and ad networks call an order that brings no money, or not yet. */
const noSale = new Set([
  ...['pending', 'hold', 'on-hold', 'on_hold', 'unpaid'],
  ...['rejected', 'declined', 'denied', 'failed', 'invalid', 'fraud'],
  ...['cancelled', 'canceled', 'void', 'voided', 'expired', 'trash'],
]);

/** Decides what a postback for `link` means, from its words alone. */
export function judgePostback(
  link: Pick<RoutedLink, 'trackConversions'>,
  { report, profit, status, refundId, isTest }: PostbackWords,
): PostbackVerdict {
  const sale = readTextReport(report);
  const sentProfitCents = profit === '' ? null : centsFromDecimal(profit);
  const isRefund = refunded.has(plainStatus(status));
  if (sale.kind === 'unreadable') return { kind: 'refused', field: sale.field };
  if (profit !== '' && sentProfitCents === null) return { kind: 'refused', field: 'value' };
  if (isRefund && sale.valueCents === 0) return { kind: 'refused', field: 'amount_missing' };
  if (!isMerchantId(refundId.trim())) return { kind: 'refused', field: 'refund_id' };

  const reason = whyIgnored(link, status);
  if (isTest) return { kind: 'test', reason };
  if (reason !== 'none') return { kind: 'ignored', reason };
  return { kind: 'sale', sale, isRefund, refundId: refundId.trim(), sentProfitCents };
}

function whyIgnored(
  { trackConversions }: Pick<RoutedLink, 'trackConversions'>,
  status: string,
): AttemptReason {
  if (noSale.has(plainStatus(status))) return 'status';
  return trackConversions ? 'none' : 'not_tracked';
}

function plainStatus(status: string): string {
  return status.trim().toLowerCase();
}
