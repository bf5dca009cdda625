import type { NumberRow } from './number-row.ts';
import type { ConversionReading, LinkConversions } from '#core/analytics/answer-conversions';
import type { Conversion } from '#core/conversions/conversion';
import type { ListedConversion } from '#core/conversions/listed-conversion';

/** A row of the queries that list conversions. */
export type ListedRow = {
  readonly id: string;
  readonly link_id: string;
  readonly event_type: Conversion['eventType'];
  readonly conversion_key: string;
  /** 64 bits, more than a JSON number can hold. */
  readonly version_text: string;
  readonly converted_ms: number;
  readonly value_cents: number;
  readonly profit_cents: number;
  readonly currency: Conversion['currency'];
  readonly source: Conversion['source'];
  readonly trust: Conversion['trust'];
  readonly order_id: string;
  readonly has_click: boolean;
  readonly variant: number;
  readonly country: string;
  readonly device: Conversion['device'];
  readonly referrer: string;
  readonly metadata: string;
};

export function listedFrom(row: ListedRow): ListedConversion {
  return {
    id: row.id,
    linkId: row.link_id,
    eventType: row.event_type,
    key: row.conversion_key,
    version: BigInt(row.version_text),
    convertedAtMs: row.converted_ms,
    valueCents: row.value_cents,
    profitCents: row.profit_cents,
    currency: row.currency,
    source: row.source,
    trust: row.trust,
    orderId: row.order_id,
    hasClick: row.has_click,
    variant: row.variant,
    country: row.country,
    device: row.device,
    referrer: row.referrer,
    metadata: row.metadata,
  };
}

/** Combines the rows of `conversionNumbers` by link. `name` is the link, `detail` the currency. */
export function readingFrom(rows: readonly NumberRow[]): Omit<ConversionReading, 'page'> {
  const money = rows.filter(([part]) => part === 'money');
  const clicks = new Map(
    rows.flatMap(([part, linkId, , [count = 0]]) => (part === 'clicks' ? [[linkId, count]] : [])),
  );
  const dollars = money.filter(([, , currency]) => currency === 'USD');
  const links = Map.groupBy(money, ([, linkId]) => linkId);
  return {
    rows: sumAt(money, 5),
    links: [...links].map(([linkId, ofIt]): LinkConversions => ({
      linkId,
      isTracking: sumAt(ofIt, 6) > 0,
      clicks: clicks.get(linkId) ?? 0,
      money: ofIt.map(moneyFrom),
    })),
    trackingClicks: sumAt(
      rows.filter(([part]) => part === 'tracking'),
      0,
    ),
    reportedCents: sumAt(dollars, 3),
    confirmedCents: sumAt(dollars, 4),
  };
}

function moneyFrom([, , currency, numbers]: NumberRow): LinkConversions['money'][number] {
  const [conversions = 0, revenueCents = 0, profitCents = 0] = numbers;
  return { currency, conversions, revenueCents, profitCents };
}

function sumAt(rows: readonly NumberRow[], index: number): number {
  return rows.reduce((sum, [, , , numbers]) => sum + (numbers[index] ?? 0), 0);
}
