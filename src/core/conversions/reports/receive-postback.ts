import type { NewId } from '#core/shared/ids';
import { type RateLimit, refuseFlood } from '#core/shared/limits/rate-limit';
import { invalid, type Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { attemptRecorder, attemptReasons, type Attempts, recorded, repeated } from './attempt.ts';
import type { ConversionSpool } from '#core/conversions/conversion-spool';
import type { RawConversion } from '#core/conversions/conversion';
import { judgeClick } from '#core/conversions/judge-click';
import { judgePostback, type PostbackWords, type UnreadableField } from './judge-postback.ts';
import { type PostbackProof, provenLink, type ProvePostbackPorts } from './prove-postback.ts';
import { rawConversion } from '#core/conversions/raw-conversion';

export type ReceivePostbackPorts = ProvePostbackPorts & {
  readonly spool: ConversionSpool;
  readonly attempts: Attempts;
  readonly isRepeat: (conversion: RawConversion) => boolean;
  /** Limit of requests of one network. */
  readonly budget: RateLimit;
  readonly newId: NewId;
  readonly clock: Clock;
};

/** A request from a server. Absent fields are empty. */
export type PostbackCall = PostbackProof &
  PostbackWords & {
    /** The network whose budget the request uses. */
    readonly network: string;
  };

const tooManyPostbacks = 'Too many postbacks at once. Please try again in a minute.';

/**
 * Records a server's report for a link after it has proven its right to report, and returns once it
 * is on disk; `ignored` when there is nothing to record. Refuses `unauthenticated` (the same for
 * unknown links and wrong secrets), `forbidden`, `not_found` (only with a valid key), `invalid`,
 * `too_many_requests` and `unavailable`.
 */
export function receivePostback(ports: ReceivePostbackPorts) {
  return async (call: PostbackCall): Promise<'accepted' | 'ignored'> => {
    const atMs = ports.clock.now();
    refuseFlood(ports.budget.waitSeconds(call.network, atMs), tooManyPostbacks);
    const link = await provenLink(ports, call);
    const { click, reason: clickReason } = judgeClick(ports.clickIds, call.cid, { link, atMs });
    const received = {
      linkId: link.id,
      atMs,
      source: 'postback',
      hasClickId: click !== null,
    } as const;
    const record = attemptRecorder(ports.attempts, received, { report: call.report, clickReason });

    const verdict = judgePostback(link, call);
    switch (verdict.kind) {
      case 'refused':
        record({ outcome: 'refused', reason: verdict.field });
        throw unreadable(verdict.field);
      case 'test':
      case 'ignored':
        record({ outcome: verdict.kind, reason: verdict.reason });
        return 'ignored';
      case 'sale': {
        const { sale, isRefund, refundId, sentProfitCents } = verdict;
        const { eventType, valueCents, currency, orderId } = sale;
        const conversion = rawConversion(link, {
          id: ports.newId(atMs),
          receivedAtMs: atMs,
          source: 'postback',
          eventType,
          valueCents,
          currency,
          orderId,
          isRefund,
          refundId,
          sentProfitCents,
          click,
        });
        await ports.spool.record(conversion, 'synced');
        record(ports.isRepeat(conversion) ? repeated : recorded);
        return 'accepted';
      }
    }
  };
}

function unreadable(field: UnreadableField): Refusal {
  const path = field === 'amount_missing' ? 'value' : field;
  return invalid({ path, message: attemptReasons[field] });
}
