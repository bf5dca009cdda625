import { classify, type Approach, type IsBot } from '#core/redirect/classify';
import type { ClickIds } from '#core/redirect/click-id';
import type { RoutedLink } from '#core/redirect/routed-link';
import type { Budget } from '#core/shared/limits/budget';
import type { NewId } from '#core/shared/ids';
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
  /** Limits of reports: of one network for one link, and of everybody for one link. */
  readonly budgets: { readonly ofNetwork: Budget; readonly ofLink: Budget };
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

    const spent = spendBudgets(ports, call, { link, atMs });
    if (spent === 'just over') record({ outcome: 'refused', reason: 'too_many' });
    if (spent !== 'within') return;
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

function spendBudgets(
  { budgets }: TrackByPixelPorts,
  { network }: PixelCall,
  { link, atMs }: { readonly link: RoutedLink; readonly atMs: number },
) {
  const ofNetwork = budgets.ofNetwork.spend(`${link.id} ${network}`, atMs);
  return ofNetwork === 'within' ? budgets.ofLink.spend(link.id, atMs) : ofNetwork;
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
