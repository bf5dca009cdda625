import { allows } from '#contract/accounts/api-keys';
import type { RoutedLink } from '#core/redirect/routed-link';
import { refuseFlood } from '#core/shared/limits/rate-limit';
import { invalid, notFound, Refusal } from '#core/shared/refusal';
import { isSameText } from '#core/shared/same-text';
import { judgeClick, linkOfReport } from '#core/conversions/judge-click';
import type { ReportPorts } from '#core/conversions/ports';
import { rawConversion } from '#core/conversions/raw-conversion';
import { attemptRecorder, attemptReasons, recorded, repeated } from './attempt.ts';
import { judgePostback, type PostbackWords, type UnreadableField } from './judge-postback.ts';
import { postbackSecretsOf } from './postback-secret.ts';

/** A request from a server. Absent fields are empty. */
export type PostbackCall = PostbackProof & PostbackWords;

/** How a call names its link and proves that it may report for it. */
type PostbackProof = {
  readonly cid: string;
  /** The link's code or alias. */
  readonly name: string;
  readonly secret: string;
  /** The API key of the Authorization header; null without one. */
  readonly key: string | null;
  /** The network whose limits count the request. */
  readonly network: string;
};

const tooManyPostbacks = 'Too many postbacks at once. Please try again in a minute.';

/**
 * Records a server's report for a link after it has proven its right to report, and returns once it
 * is on disk; `ignored` when there is nothing to record. Refuses `unauthenticated` (the same for
 * unknown links and wrong secrets), `forbidden`, `not_found` (only with a valid key), `invalid`,
 * `too_many_requests` and `unavailable`.
 */
export async function receivePostback(
  ports: ReportPorts,
  call: PostbackCall,
): Promise<'accepted' | 'ignored'> {
  const atMs = ports.clock.now();
  refuseFlood(ports.limits.postbacks.waitSeconds(call.network, atMs), tooManyPostbacks);
  const link = await provenLink(ports, call);
  const { click, reason: clickReason } = judgeClick(ports.clickIds, call.cid, { link, atMs });
  const received = {
    linkId: link.id,
    at: new Date(atMs),
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
}

/**
 * The link that a call proves to speak for. Refuses `unauthenticated` (the same for unknown links
 * and wrong secrets), `forbidden` for a key without the scope, and `not_found`, for a valid key alone.
 */
async function provenLink(ports: ReportPorts, proof: PostbackProof): Promise<RoutedLink> {
  const link = linkOfReport(ports, proof);
  const { key, network } = proof;
  if (key !== null) return linkOfKey(ports, { key, network }, link);
  const secrets = link === undefined ? [] : await postbackSecretsOf(ports, link.id);
  const isProven = secrets.some((secret) => isSameText(secret, proof.secret));
  if (link === undefined || !isProven) throw unproven();
  return link;
}

async function linkOfKey(
  { findKey }: ReportPorts,
  { key, network }: { readonly key: string; readonly network: string },
  link: RoutedLink | undefined,
): Promise<RoutedLink> {
  const holder = await findKey(key, network);
  if (holder === null) throw unproven();
  if (!allows(holder.scopes, 'conversions:write')) {
    throw new Refusal(
      'forbidden',
      'This API key does not have the required scope: conversions:write',
    );
  }
  if (link?.userId !== holder.user.id) throw notFound();
  return link;
}

function unproven(): Refusal {
  const message = 'Send the name of one of your links, with its postback secret or an API key';
  return new Refusal('unauthenticated', message);
}

function unreadable(field: UnreadableField): Refusal {
  const path = field === 'amount_missing' ? 'value' : field;
  return invalid({ path, message: attemptReasons[field] });
}
