import { classify, type Approach, type IsBot } from '#core/redirect/classify';
import type { ClickIds } from '#core/redirect/click-id';
import type { RoutedLink } from '#core/redirect/routed-link';
import type { NewId } from '#core/shared/ids';
import type { RateLimit } from '#core/shared/limits/rate-limit';
import { Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import {
  attemptRecorder,
  type AttemptReason,
  type Attempts,
  type AttemptVerdict,
  recorded,
  repeated,
} from './attempt.ts';
import type { ConversionSpool } from '#core/conversions/conversion-spool';
import type { RawConversion } from '#core/conversions/conversion';
import { judgeClick, linkOfReport, type ReportedLinks } from '#core/conversions/judge-click';
import { rawConversion } from '#core/conversions/raw-conversion';
import { readTextReport, type TextReport } from './text-report.ts';

export type TrackByPixelPorts = {
  readonly links: ReportedLinks;
  readonly clickIds: Pick<ClickIds, 'read'>;
  readonly isBot: IsBot;
  readonly spool: ConversionSpool;
  readonly attempts: Attempts;
  readonly isRepeat: (conversion: RawConversion) => boolean;
  readonly limits: {
    /** Of reports: of one network for one link, and of everybody for one link. */
    readonly ofNetwork: RateLimit;
    readonly ofLink: RateLimit;
    /** Of rows in the debug list about the reports beyond these limits. */
    readonly told: RateLimit;
  };
  readonly newId: NewId;
  readonly clock: Clock;
};

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
export function trackByPixel(ports: TrackByPixelPorts) {
  return async (call: PixelCall): Promise<void> => {
    const link = linkOfReport(ports, call);
    if (link === undefined) return;
    const atMs = ports.clock.now();
    const { click, reason: clickReason } = judgeClick(ports.clickIds, call.cid, { link, atMs });
    const received = {
      linkId: link.id,
      atMs,
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
  };
}

/** Counts the report; the key whose limit it exceeds, or null. */
function exceededKey(
  { ofNetwork, ofLink }: TrackByPixelPorts['limits'],
  [network, link]: readonly [network: string, link: string],
  atMs: number,
): string | null {
  if (ofNetwork.waitSeconds(network, atMs) > 0) return network;
  return ofLink.waitSeconds(link, atMs) > 0 ? link : null;
}

function whyIgnored(
  { isBot }: TrackByPixelPorts,
  { visitor }: PixelCall,
  link: RoutedLink,
): AttemptReason {
  if (!link.trackConversions) return 'not_tracked';
  const visitClass = classify(visitor, isBot);
  return visitClass === 'human' ? 'none' : visitClass;
}

/** A full disk must not fail the browser's request. */
async function keep(ports: TrackByPixelPorts, conversion: RawConversion): Promise<AttemptVerdict> {
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
