import type { Source } from '#contract/conversions/conversions';
import type { ConversionReport } from '#contract/conversions/programs';
import { credited, rawConversion } from '#core/conversions/raw-conversion';
import { convertedAtOf } from '#core/conversions/converted-at';
import { creditedClick, type SignedClick } from '#core/conversions/judge-click';
import type { Certainty, ConversionPorts, LinkNaming } from '#core/conversions/ports';
import { invalid, notFound } from '#core/shared/refusal';

type Ports = Pick<ConversionPorts, 'links' | 'clickIds' | 'spool' | 'clock'>;

/** How a report came: from an account's program, or from a person who is signed in. */
export type Receipt = {
  /** The id that the conversion gets: the same for repeats of a call. */
  readonly id: string;
  readonly source: Extract<Source, 'api' | 'manual'>;
};

type Reported = Receipt & {
  readonly report: ConversionReport;
  readonly certainty: Extract<Certainty, 'synced' | 'stored'>;
};

/**
 * Records a conversion of an account, and returns once it is as durable as wanted. An order id makes repeats count once.
 * Its click is of the time until it happened; split tests go by the time of the report. Refuses `invalid`, `not_found` (also for another
 * owner's link) and `unavailable`.
 */
export async function reportConversion(
  ports: Ports,
  userId: string,
  { report, id, source, certainty }: Reported,
): Promise<void> {
  const receivedAtMs = ports.clock.now();
  const convertedAtMs = convertedAtOf(report.convertedAt, receivedAtMs);
  const signed = report.cid === null ? null : ports.clickIds.read(report.cid);
  const naming = namingOf(report, signed);
  const link = naming && (await ports.links.findNamed(userId, naming));
  if (link === null) throw notFound();

  const { eventType, value, profit, currency, orderId, metadata } = report;
  const conversion = rawConversion(credited(link), {
    id,
    receivedAtMs,
    source,
    eventType,
    valueCents: value,
    currency,
    orderId,
    sentProfitCents: profit,
    convertedAtMs,
    click: creditedClick(signed, link.number, convertedAtMs),
    metadata,
  });
  await ports.spool.record(conversion, certainty);
}

/** Null when the report has nothing but an invalid click id. */
function namingOf(report: ConversionReport, signed: SignedClick | null): LinkNaming | null {
  if (report.linkId !== null) return { by: 'id', id: report.linkId };
  if (report.shortCode !== null) return { by: 'name', name: report.shortCode };
  if (report.cid === null) {
    throw invalid({ path: 'linkId', message: 'Send linkId, shortCode or cid' });
  }
  return signed && { by: 'number', number: signed.linkNumber };
}
