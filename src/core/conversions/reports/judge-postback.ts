import type { RoutedLink } from '#core/redirect/routed-link';
import { centsFromDecimal } from '#core/shared/money';
import type { AttemptReason } from './attempt.ts';
import { isMerchantId, type ReadReport, readTextReport, type TextReport } from './text-report.ts';

/** The fields of a postback, as text; empty when absent. */
export type PostbackWords = {
  readonly report: TextReport;
  /** Decimal, in major units; empty: the link's own setting decides. */
  readonly profit: string;
  readonly status: string;
  /** The merchant's id of a refund. Surrounding spaces are removed. */
  readonly refundId: string;
  readonly isTest: boolean;
};

/** The field that a postback has to correct. */
export type UnreadableField =
  Extract<ReadReport, { kind: 'unreadable' }>['field'] | 'amount_missing' | 'refund_id';

export type PostbackVerdict =
  | { readonly kind: 'refused'; readonly field: UnreadableField }
  /**
   * Nothing is recorded. For a test, `reason` says why a real postback would be ignored; null when
   * it would be recorded.
   */
  | { readonly kind: 'test' | 'ignored'; readonly reason: AttemptReason }
  | {
      readonly kind: 'sale';
      readonly sale: Extract<ReadReport, { kind: 'read' }>;
      readonly isRefund: boolean;
      readonly refundId: string;
      /** Null: the link's own setting decides the profit. */
      readonly sentProfitCents: number | null;
    };

const refunded = new Set(['refunded', 'refund', 'chargeback', 'reversed']);
/**
 * Words of shops, payment services and ad networks for an order without payment, or not paid yet.
 */
const noSale = new Set([
  ...['pending', 'hold', 'on-hold', 'on_hold', 'unpaid'],
  ...['rejected', 'declined', 'denied', 'failed', 'invalid', 'fraud'],
  ...['cancelled', 'canceled', 'void', 'voided', 'expired', 'trash'],
]);

/** Decides what a postback for `link` means, from its fields only. */
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
