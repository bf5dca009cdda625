import type { ConversionReport } from '#contract/conversions/conversions';
import { credited, rawConversion } from '#core/conversions/raw-conversion';
import { creditedClick, type SignedClick } from '#core/conversions/judge-click';
import type { RawConversion } from '#core/conversions/conversion';
import type { ConversionPorts, LinkNaming } from '#core/conversions/ports';
import { invalid, notFound } from '#core/shared/refusal';

type Ports = Pick<ConversionPorts, 'links' | 'clickIds' | 'spool' | 'clock'>;

/** A program's report, and the id that the conversion gets: the same for repeats of a call. */
type Reported = { readonly report: ConversionReport; readonly id: string };

/**
 * Records a conversion from a program with an API key of the account, and returns its id once it is
 * on disk. An order id makes repeats count once. Refuses `invalid`, `not_found` (also for another
 * owner's link) and `unavailable`.
 */
export async function reportConversion(
  ports: Ports,
  userId: string,
  { report, id }: Reported,
): Promise<string> {
  await recordReport(ports, report, { id, userId, receivedAtMs: ports.clock.now() });
  return id;
}

type Receipt = Pick<RawConversion, 'id' | 'userId' | 'receivedAtMs'>;

async function recordReport(
  ports: Ports,
  report: ConversionReport,
  receipt: Receipt,
): Promise<void> {
  const signed = report.cid === null ? null : ports.clickIds.read(report.cid);
  const naming = namingOf(report, signed);
  const link = naming && (await ports.links.findNamed(receipt.userId, naming));
  if (link === null) throw notFound();

  const { eventType, valueCents, profitCents, currency, orderId, metadata } = report;
  const conversion = rawConversion(credited(link), {
    id: receipt.id,
    receivedAtMs: receipt.receivedAtMs,
    source: 'api',
    eventType,
    valueCents,
    currency,
    orderId,
    sentProfitCents: profitCents,
    click: creditedClick(signed, link.number, receipt.receivedAtMs),
    metadata,
  });
  await ports.spool.record(conversion, 'synced');
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
