import type { RefundReport } from '#contract/conversions/programs';
import { isRefund, type ListedConversion } from '#core/conversions/conversion';
import { ownConversion } from '#core/conversions/own-conversions';
import type { ConversionPorts } from '#core/conversions/ports';
import { credited, rawConversion } from '#core/conversions/raw-conversion';
import type { Link } from '#core/links/link';
import { ownLink } from '#core/links/own-link';
import { invalid, notFound } from '#core/shared/refusal';
import type { Receipt } from './report-conversion.ts';

type Ports = Pick<ConversionPorts, 'links' | 'conversions' | 'spool' | 'clock'>;

/** What a refund takes back. The conversion is null while the order has none. */
type Refunded = { readonly link: Link; readonly sale: ListedConversion | null };

/**
 * Records a refund, and returns once it is on disk. Its own id, else its order id, else its conversion
 * makes repeats count once. Refuses `invalid`, `not_found` (also for another owner's link or
 * conversion) and `unavailable`.
 */
export async function reportRefund(
  ports: Ports,
  userId: string,
  { refund, id, source }: Receipt & { readonly refund: RefundReport },
): Promise<void> {
  const { link, sale } = await refunded(ports, userId, refund);
  const valueCents = refund.value ?? sale?.valueCents ?? null;
  if (valueCents === null) {
    throw invalid({ path: 'value', message: 'Send the value: the order has no conversion yet' });
  }
  if (valueCents === 0) throw invalid({ path: 'value', message: 'Value must be above 0' });
  const currency = refund.currency ?? sale?.currency ?? 'USD';
  if (sale !== null && sale.currency !== currency) {
    throw invalid({ path: 'currency', message: `The conversion is in ${sale.currency}` });
  }
  const orderId = sale?.orderId ?? refund.orderId;
  const isWhole = sale?.valueCents === valueCents;
  // The sale's own profit goes back: the link's fixed one may be another by now.
  const crediting = { ...credited(link), ...(isWhole && { saleProfit: null }) };
  const conversion = rawConversion(crediting, {
    id,
    receivedAtMs: ports.clock.now(),
    source,
    eventType: sale?.eventType ?? 'sale',
    valueCents,
    currency,
    orderId,
    isRefund: true,
    refundId: refund.refundId || (orderId === '' && sale !== null ? sale.id : ''),
    sentProfitCents: refund.profit ?? (isWhole ? sale.profitCents : null),
    click: sale && (await ports.conversions.clickOf(userId, sale)),
  });
  await ports.spool.record(conversion, 'synced');
}

async function refunded(ports: Ports, userId: string, refund: RefundReport): Promise<Refunded> {
  const { conversionId, linkId, shortCode, orderId } = refund;
  if (conversionId !== null) {
    const sale = await ownConversion(ports, userId, conversionId);
    if (isRefund(sale)) throw invalid({ path: 'conversionId', message: 'This is a refund' });
    return { sale, link: await ownLink(ports.links, userId, sale.linkId) };
  }
  if (orderId === '' || (linkId === null && shortCode === null)) {
    const message = 'Send conversionId, or orderId with linkId or shortCode';
    throw invalid({ path: orderId === '' ? 'orderId' : 'linkId', message });
  }
  const link =
    linkId === null
      ? await ports.links.findNamed(userId, { by: 'name', name: shortCode ?? '' })
      : await ports.links.findNamed(userId, { by: 'id', id: linkId });
  if (link === null) throw notFound();
  return { link, sale: await ports.conversions.ofOrder(userId, link.id, orderId) };
}
