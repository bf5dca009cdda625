import { classify, type Approach } from '#core/redirect/classify';
import type { RoutedLink } from '#core/redirect/routed-link';
import { Refusal } from '#core/shared/refusal';
import type { RawConversion } from '#core/conversions/conversion';
import { judgeClick, linkOfReport } from '#core/conversions/judge-click';
import type { ReportPorts } from '#core/conversions/ports';
import { rawConversion } from '#core/conversions/raw-conversion';
import {
  attemptRecorder,
  type AttemptReason,
  type AttemptVerdict,
  recorded,
  repeated,
} from './attempt.ts';
import { readTextReport, type TextReport } from './text-report.ts';

/** A request of the tracking image. */
export type PixelCall = {
  /** The link's code or alias; empty: the click id names the link. */
  readonly name: string;
  /** The signed click id; empty when there is none. */
  readonly cid: string;
  readonly report: TextReport;
  /** Only the debug list shows it. */
  readonly isTest: boolean;
  readonly visitor: Approach &
    Pick<RawConversion, 'isAnonymous' | 'address' | 'userAgent' | 'visitorCookie'>;
  /** The network whose budget the request uses. */
  readonly network: string;
};

/**
 * Records what a browser reports by the tracking image. The response never shows the result; the
 * link's owner finds it in the debug list.
 */
export async function trackByPixel(ports: ReportPorts, call: PixelCall): Promise<void> {
  const link = linkOfReport(ports, call);
  if (link === undefined) return;
  const atMs = ports.clock.now();
  const { click, reason: clickReason } = judgeClick(ports.clickIds, call.cid, { link, atMs });
  const received = {
    linkId: link.id,
    at: new Date(atMs),
    source: 'pixel',
    hasClickId: click !== null,
  } as const;
  const record = attemptRecorder(ports.attempts, received, { report: call.report, clickReason });

  const exceeded = exceededKey(ports.limits, [`${link.id} ${call.network}`, link.id], atMs);
  if (exceeded !== null) {
    const isTold = ports.limits.told.waitSeconds(exceeded, atMs) === 0;
    if (isTold) record({ outcome: 'refused', reason: 'too_many' });
    return;
  }
  const read = readTextReport(call.report);
  if (read.kind === 'unreadable') return record({ outcome: 'refused', reason: read.field });
  const ignored = whyIgnored(ports, call, link);
  if (call.isTest) return record({ outcome: 'test', reason: ignored });
  if (ignored !== 'none') return record({ outcome: 'ignored', reason: ignored });

  const { eventType, valueCents, currency, orderId } = read;
  const conversion = rawConversion(link, {
    id: ports.newId(atMs),
    receivedAtMs: atMs,
    source: 'pixel',
    eventType,
    valueCents,
    currency,
    orderId,
    sentProfitCents: null,
    click,
    visitor: visitorOf(call),
  });
  record(await keep(ports, conversion));
}

/** Counts the report; the key whose limit it exceeds, or null. */
function exceededKey(
  { ofNetwork, ofLink }: ReportPorts['limits'],
  [network, link]: readonly [network: string, link: string],
  atMs: number,
): string | null {
  if (ofNetwork.waitSeconds(network, atMs) > 0) return network;
  return ofLink.waitSeconds(link, atMs) > 0 ? link : null;
}

function whyIgnored(
  { isBot }: ReportPorts,
  { visitor }: PixelCall,
  link: RoutedLink,
): AttemptReason {
  if (!link.trackConversions) return 'not_tracked';
  const visitClass = classify(visitor, isBot);
  return visitClass === 'human' ? 'none' : visitClass;
}

/** A full disk must not fail the browser's request. */
async function keep(ports: ReportPorts, conversion: RawConversion): Promise<AttemptVerdict> {
  try {
    await ports.spool.record(conversion, 'written');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { outcome: 'refused', reason: 'not_kept' };
  }
  return ports.isRepeat(conversion) ? repeated : recorded;
}

function visitorOf({ visitor }: PixelCall) {
  const { isAnonymous, address, userAgent, visitorCookie } = visitor;
  return { isAnonymous, address, userAgent, visitorCookie: isAnonymous ? '' : visitorCookie };
}
