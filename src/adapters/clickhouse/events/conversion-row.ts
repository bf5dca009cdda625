import { eventTypes } from '#contract/conversions/event-types';
import { type Conversion } from '#core/conversions/conversion';
import { currencies } from '#contract/money';

/** The columns that a conversion copies from its click, in the order of the table. */
export const clickColumns = [
  'click_id',
  'clicked_at',
  'split_version',
  'variant',
  'visitor_id',
  'country',
  'city',
  'device',
  'referrer',
] as const;

/** The table's columns in the order in which `conversionRow` writes them. */
export const conversionColumns = [
  'user_id',
  'link_id',
  'event_type',
  'conversion_key',
  'version',
  'removed',
  'id',
  'converted_at',
  'received_at',
  'value_cents',
  'profit_cents',
  'currency',
  'source',
  'trust',
  'order_id',
  ...clickColumns,
  'ip_address',
  'user_agent',
  'metadata',
  'batch',
  'updated_at',
] as const;

/** The value of `click_id` when no click is known. */
export const noClickId = '00000000-0000-0000-0000-000000000000';
const noClick = { clickId: noClickId, atMs: 0, splitVersion: 0, variant: 0 };

const special = /[\\\t\n\r]/;
const specials = /[\\\t\n\r]/g;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** The insert that brings a row: a UUID, and its time. */
export type InsertOfRow = { readonly batch: string; readonly atMs: number };

/** One version of a conversion as one row in ClickHouse's TabSeparated, newline included. */
export function conversionRow(conversion: Conversion, { batch, atMs }: InsertOfRow): string {
  const click = conversion.click ?? noClick;
  return `${[
    conversion.userId,
    conversion.linkId,
    conversion.eventType,
    text(conversion.key),
    conversion.version,
    conversion.isRemoved,
    conversion.id,
    instant(conversion.convertedAtMs),
    instant(conversion.receivedAtMs),
    conversion.valueCents,
    conversion.profitCents,
    conversion.currency,
    conversion.source,
    conversion.trust,
    text(conversion.orderId),
    click.clickId,
    instant(click.atMs),
    click.splitVersion,
    click.variant,
    conversion.visitorId,
    text(conversion.country),
    text(conversion.city),
    conversion.device,
    text(conversion.referrer),
    text(conversion.ipAddress),
    text(conversion.userAgent),
    text(conversion.metadata),
    batch,
    instant(atMs),
  ].join('\t')}\n`;
}

/** The columns for `readConversion`; times as epoch milliseconds. */
export const conversionFields = `
  toString(user_id) AS userId, toString(link_id) AS linkId, event_type AS eventType,
  conversion_key AS key, toString(version) AS versionText, removed AS isRemoved,
  toString(conversions.id) AS conversionId,
  toFloat64(toUnixTimestamp64Milli(converted_at)) AS convertedAtMs,
  toFloat64(toUnixTimestamp64Milli(received_at)) AS receivedAtMs,
  toFloat64(value_cents) AS valueCents, toFloat64(profit_cents) AS profitCents,
  currency AS currencyCode, source AS reportedBy, trust AS trusted, order_id AS orderId,
  toString(click_id) AS clickId, toFloat64(toUnixTimestamp64Milli(clicked_at)) AS clickedAtMs,
  split_version AS splitVersion, variant AS clickVariant, toString(visitor_id) AS visitor,
  country AS clickCountry, city AS clickCity, device AS clickDevice, referrer AS clickReferrer,
  ip_address AS ipAddress, user_agent AS userAgent, metadata AS metadataText`;

/** A row of `conversionFields` in JSONEachRow. */
export type ConversionFields = {
  readonly userId: string;
  readonly linkId: string;
  readonly eventType: Conversion['eventType'];
  readonly key: string;
  readonly versionText: string;
  readonly isRemoved: boolean;
  readonly conversionId: string;
  readonly convertedAtMs: number;
  readonly receivedAtMs: number;
  readonly valueCents: number;
  readonly profitCents: number;
  readonly currencyCode: string;
  readonly reportedBy: Conversion['source'];
  readonly trusted: Conversion['trust'];
  readonly orderId: string;
  readonly clickId: string;
  readonly clickedAtMs: number;
  readonly splitVersion: number;
  readonly clickVariant: number;
  readonly visitor: string;
  readonly clickCountry: string;
  readonly clickCity: string;
  readonly clickDevice: Conversion['device'];
  readonly clickReferrer: string;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly metadataText: string;
};

/** One version of a conversion as it was stored. */
export function readConversion(row: ConversionFields): Conversion {
  return {
    id: row.conversionId,
    userId: row.userId,
    linkId: row.linkId,
    eventType: eventTypes.find((type) => type === row.eventType) ?? 'other',
    key: row.key,
    version: BigInt(row.versionText),
    isRemoved: row.isRemoved,
    convertedAtMs: row.convertedAtMs,
    receivedAtMs: row.receivedAtMs,
    valueCents: row.valueCents,
    profitCents: row.profitCents,
    currency: currencies.find((currency) => currency === row.currencyCode) ?? 'USD',
    source: row.reportedBy,
    trust: row.trusted,
    orderId: row.orderId,
    click:
      row.clickId === noClickId
        ? null
        : {
            clickId: row.clickId,
            atMs: row.clickedAtMs,
            splitVersion: row.splitVersion,
            variant: row.clickVariant,
          },
    visitorId: BigInt(row.visitor),
    country: row.clickCountry,
    city: row.clickCity,
    device: row.clickDevice,
    referrer: row.clickReferrer,
    ipAddress: row.ipAddress,
    userAgent: row.userAgent,
    metadata: row.metadataText,
  };
}

/** A DateTime64(3) in UTC. */
function instant(atMs: number): string {
  return new Date(atMs).toISOString().replace('T', ' ').slice(0, -1);
}

function text(value: string): string {
  return special.test(value) ? value.replace(specials, (found) => escapes[found] ?? found) : value;
}
