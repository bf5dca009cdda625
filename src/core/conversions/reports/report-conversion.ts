import type { ConversionReport } from '#contract/conversions/conversions';
import { credited, rawConversion } from '#core/conversions/raw-conversion';
import { creditedClick, type SignedClick } from '#core/conversions/judge-click';
import type { RawConversion } from '#core/conversions/conversion';
import type { ConversionPorts, LinkNaming } from '#core/conversions/ports';
import { invalid, notFound } from '#core/shared/refusal';
import { once } from './idempotence.ts';

type Ports = Pick<
  ConversionPorts,
  'links' | 'clickIds' | 'spool' | 'calls' | 'digest' | 'newId' | 'clock'
>;

/** A program's call. `idempotencyKey` is null when the program sent none. */
type Call = { readonly report: ConversionReport; readonly idempotencyKey: string | null };

/**
 * Records a conversion from a program with an API key of the account, and returns its id once it is
 * on disk. An order id, or an idempotency key for 24 hours, makes repeats count once. Refuses
 * `invalid`, `not_found` (also for another owner's link), `conflict` and `unavailable`.
 */
export async function reportConversion(
  ports: Ports,
  userId: string,
  { report, idempotencyKey: key }: Call,
): Promise<string> {
  const atMs = ports.clock.now();
  const record = (id: string) => recordReport(ports, report, { id, userId, receivedAtMs: atMs });

  const conversionId = ports.newId(atMs);
  if (key !== null) {
    const fingerprint = ports.digest(JSON.stringify(report));
    return once(ports.calls, { userId, key, fingerprint, conversionId, atMs }, record);
  }
  await record(conversionId);
  return conversionId;
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
