import type { ClickHouseClient } from '@clickhouse/client';
import type { Conversion } from '#core/conversions/conversion';
import { testClickHouse } from '#tests/support/databases/clickhouse';
import { eventSchemaWithEarlyProjections } from '#tests/support/databases/schema';

/** A stored click, without the columns that no query uses. */
export type StoredClick = {
  readonly userId: string;
  readonly linkId: string;
  readonly atMs: number;
  readonly class: 'human' | 'bot' | 'prefetch';
  readonly splitVersion: number;
  readonly variant: number;
  /** 0 means nobody. */
  readonly visitorId: number;
  readonly referrer: string;
  readonly device: 'desktop' | 'mobile' | 'tablet' | 'other' | 'unknown';
  readonly country: string;
  readonly city: string;
  readonly browser: string;
  readonly os: string;
} & Partial<CampaignColumns> & {
    /** A new one when absent. */
    readonly clickId?: string;
    /** The segment that brought it. */
    readonly batch?: string;
  };

type CampaignColumns = {
  readonly utmSource: string;
  readonly utmMedium: string;
  readonly utmCampaign: string;
  readonly utmTerm: string;
  readonly utmContent: string;
  readonly entry: 'link' | 'qr';
  readonly rule: number;
};

/** One version of a conversion. */
export type StoredConversion = {
  readonly userId: string;
  readonly linkId: string;
  readonly key: string;
  readonly version: number | bigint;
  readonly removed: boolean;
  readonly atMs: number;
  readonly valueCents: number;
  readonly profitCents: number;
  readonly currency: string;
} & Partial<Pick<Conversion, 'id' | 'eventType' | 'source' | 'trust' | 'orderId' | 'metadata'>> & {
    readonly splitVersion?: number;
    readonly variant?: number;
    /** The click that got the credit, and when it happened. */
    readonly clickId?: string;
    readonly clickedAtMs?: number;
  } & Partial<Pick<StoredClick, 'country' | 'city' | 'device' | 'referrer'>>;

/** Events to store; one row per version of a conversion. */
export type StoredEvents = {
  readonly clicks?: readonly StoredClick[];
  readonly conversions?: readonly StoredConversion[];
};

/** A database of the real engine with the tables of clicks and conversions, and all projections. */
export async function testEventStore() {
  const { client, drop } = await testClickHouse(eventSchemaWithEarlyProjections);
  return { client, drop, store: (events: StoredEvents) => storeEvents(client, events) };
}

/** Stores events with a client of a migrated database. */
export async function storeEvents(client: ClickHouseClient, events: StoredEvents): Promise<void> {
  await storeRows(client, 'clicks', (events.clicks ?? []).map(clickRow));
  // In two parts: within one part the engine itself keeps only the greatest version.
  const conversions = (events.conversions ?? []).map(conversionRow);
  await storeRows(
    client,
    'conversions',
    conversions.filter((_, i) => i % 2 === 0),
  );
  await storeRows(
    client,
    'conversions',
    conversions.filter((_, i) => i % 2 === 1),
  );
}

async function storeRows(client: ClickHouseClient, table: string, values: readonly object[]) {
  if (values.length === 0) return;
  await client.insert({
    table,
    format: 'JSONEachRow',
    values: [...values],
    clickhouse_settings: { async_insert: 0, insert_deduplicate: 0 },
  });
}

function clickRow(click: StoredClick) {
  return {
    user_id: click.userId,
    link_id: click.linkId,
    clicked_at: instant(click.atMs),
    click_id: click.clickId ?? Bun.randomUUIDv7('hex', click.atMs),
    class: click.class,
    ...(click.batch !== undefined && { batch: click.batch }),
    split_version: click.splitVersion,
    variant: click.variant,
    visitor_id: click.visitorId,
    referrer: click.referrer,
    device: click.device,
    country: click.country,
    city: click.city,
    browser: click.browser,
    os: click.os,
    utm_source: click.utmSource ?? '',
    utm_medium: click.utmMedium ?? '',
    utm_campaign: click.utmCampaign ?? '',
    utm_term: click.utmTerm ?? '',
    utm_content: click.utmContent ?? '',
    entry: click.entry ?? 'link',
    rule: click.rule ?? 0,
  };
}

function conversionRow(conversion: StoredConversion) {
  return {
    user_id: conversion.userId,
    link_id: conversion.linkId,
    event_type: conversion.eventType ?? 'sale',
    conversion_key: conversion.key,
    version: String(conversion.version),
    removed: conversion.removed,
    converted_at: instant(conversion.atMs),
    received_at: instant(conversion.atMs),
    value_cents: conversion.valueCents,
    profit_cents: conversion.profitCents,
    currency: conversion.currency,
    source: conversion.source ?? 'pixel',
    trust: conversion.trust ?? 'verified',
    id: conversion.id ?? Bun.randomUUIDv7('hex', conversion.atMs),
    order_id: conversion.orderId ?? '',
    metadata: conversion.metadata ?? '',
    split_version: conversion.splitVersion ?? 0,
    variant: conversion.variant ?? 0,
    ...(conversion.clickId !== undefined && { click_id: conversion.clickId }),
    clicked_at: instant(conversion.clickedAtMs ?? 0),
    country: conversion.country ?? '',
    city: conversion.city ?? '',
    device: conversion.device ?? 'unknown',
    referrer: conversion.referrer ?? '',
  };
}

function instant(atMs: number): string {
  return new Date(atMs).toISOString().replace('T', ' ').replace('Z', '');
}
