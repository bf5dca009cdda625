import type { Click } from '#core/clicks/click';
import type { GiveWay } from '#core/clicks/enrich-batch';
import { channels } from '#core/clicks/read-channel';
import { nativeBlock, type Column } from './native/block.ts';
import { enum8, instant, text, uint, uint64 } from './native/columns.ts';
import { lowCardinality } from './native/low-cardinality.ts';
import { uuid } from './native/uuid.ts';

/** The table's columns, except for the batch. */
const columns: Readonly<Record<string, Column<Click>>> = {
  user_id: uuid((click) => click.userId),
  link_id: uuid((click) => click.linkId),
  clicked_at: instant((click) => click.atMs),
  click_id: uuid((click) => click.clickId),
  class: enum8(['human', 'bot', 'prefetch'], (click) => click.class),
  split_version: uint('UInt32', (click) => click.splitVersion),
  variant: uint('UInt8', (click) => click.variant),
  position: uint('UInt32', (click) => click.position),
  rule: uint('UInt32', (click) => click.rule),
  visitor_id: uint64((click) => click.visitorId),
  country: lowCardinality((click) => click.country),
  city: lowCardinality((click) => click.city),
  device: enum8(['desktop', 'mobile', 'tablet', 'other', 'unknown'], (click) => click.device),
  browser: lowCardinality((click) => click.browser),
  os: lowCardinality((click) => click.os),
  referrer: lowCardinality((click) => click.referrer),
  referrer_url: text((click) => click.referrerUrl),
  utm_source: lowCardinality((click) => click.utmSource),
  utm_medium: lowCardinality((click) => click.utmMedium),
  utm_campaign: lowCardinality((click) => click.utmCampaign),
  utm_term: text((click) => click.utmTerm),
  utm_content: text((click) => click.utmContent),
  entry: enum8(['link', 'qr'], (click) => click.entry),
  channel: enum8(channels, (click) => click.channel),
  ip_address: text((click) => click.ipAddress),
  user_agent: lowCardinality((click) => click.userAgent),
};

/** The columns that `clickBlock` fills. */
export const clickColumns: readonly string[] = [...Object.keys(columns), 'batch'];

/**
 * A batch's clicks as one block in ClickHouse's Native format.
 * Rejects with BadValue for a click that does not fit the table
 */
export function clickBlock(
  clicks: readonly Click[],
  { batchId, giveWay }: { batchId: string; giveWay: GiveWay },
): Promise<Uint8Array> {
  return nativeBlock({ ...columns, batch: uuid(() => batchId) }, clicks, giveWay);
}
