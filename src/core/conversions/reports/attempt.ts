import { currencies } from '#contract/money';
import type { Attempt as ShownAttempt } from '#contract/conversions/tracking';
import type { AttemptLog } from '#core/conversions/ports';
import type { TextReport } from './text-report.ts';

/** The sentence for the owner; the key is what is stored. */
export const attemptReasons = {
  none: '',
  cid_unreadable: 'The click id is not valid, so it is ignored',
  cid_elsewhere: 'The click id belongs to another link, so it is ignored',
  cid_too_old: 'The click is more than 30 days old, so it gets no credit',
  seen_before: 'This conversion was already reported, so it is counted once',
  not_tracked: 'Conversion tracking is off for this link',
  bot: 'Sent by a bot, without a user agent, or as a HEAD request',
  prefetch: 'A browser preloaded the page, and nobody has seen it yet',
  status: 'The status does not report a completed sale',
  event: 'The event must be sale, signup, download, subscription, lead or other',
  value: 'The amount must be a plain decimal number such as 49.99, at most 10000000.00',
  amount_missing: 'A refund needs the refunded amount',
  currency: `The currency must be ${currencies.slice(0, -1).join(', ')} or ${currencies.at(-1)}`,
  order_id: 'The order id must be plain text of at most 128 characters',
  refund_id: 'The refund id must be plain text of at most 128 characters',
  too_many: 'Too many reports in one minute, so the rest is not recorded',
  not_kept: 'It could not be saved',
} as const;
export type AttemptReason = keyof typeof attemptReasons;

/** One report in the debug list. */
export type Attempt = Readonly<Omit<ShownAttempt, 'reason' | 'link'>> & {
  readonly linkId: string;
  readonly reason: AttemptReason;
};

/** An attempt with the name of its link. */
export type ListedAttempt = Attempt & {
  /** The number of the stored report. A later report has a higher one. */
  readonly number: number;
  /** The link's alias, else its code, for `urlOfName`. */
  readonly linkName: string;
};

/** The result of a report, and its reason. */
export type AttemptVerdict = {
  readonly outcome: Attempt['outcome'];
  readonly reason: AttemptReason;
};

export const recorded: AttemptVerdict = { outcome: 'recorded', reason: 'none' };
export const repeated: AttemptVerdict = { outcome: 'repeat', reason: 'seen_before' };

/**
 * Returns a function that records the result of one report. Without another reason, it records what
 * is wrong with the click id.
 */
export function attemptRecorder(
  attempts: AttemptLog,
  received: Pick<Attempt, 'linkId' | 'at' | 'source' | 'hasClickId'>,
  { report, clickReason }: { readonly report: TextReport; readonly clickReason: AttemptReason },
) {
  return ({ outcome, reason }: AttemptVerdict): void =>
    attempts.record({
      ...received,
      ...shownFields(report),
      outcome,
      reason: reason === 'none' ? clickReason : reason,
    });
}

const longestField = 64;

/** The fields of a report for the debug list: shortened, and valid text for every database. */
function shownFields(
  report: TextReport,
): Pick<Attempt, 'eventType' | 'value' | 'currency' | 'orderId'> {
  return {
    eventType: shown(report.event || 'sale'),
    value: shown(report.value),
    currency: shown(report.currency || 'USD'),
    orderId: shown(report.orderId),
  };
}

function shown(text: string): string {
  return text.slice(0, longestField).toWellFormed().replaceAll('\0', '\uFFFD');
}
