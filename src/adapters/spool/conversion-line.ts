import { crc32 } from 'node:zlib';
import type { Source } from '#contract/conversions/conversions';
import { eventTypes } from '#contract/conversions/event-types';
import { type NamedClick, type RawConversion } from '#core/conversions/conversion';
import { currencies } from '#contract/money';
import { isId } from '#core/shared/ids';
import { clean, taggedValue } from './line.ts';

/** First field of every line: its content, and the version of its format. */
const conversionVersion1 = 'v1';
/** Fields that every line has, without the checksum. */
const fieldCount = 21;
/** Marks the id of a refund, which other lines do not have. */
const refundTag = 'f';
/** Marks the time of a conversion that was reported later. */
const convertedTag = 't';
const sources: readonly Source[] = ['manual', 'pixel', 'postback', 'api'];

/**
 * One reported conversion as one line, including the newline, in the format of visits:
 * tab-separated fields, then optional ones with their tags, and last the CRC32 of everything before
 * it. A reporter's data cannot break the format.
 */
export function encodeConversion(conversion: RawConversion): string {
  const { click } = conversion;
  const body = [
    conversionVersion1,
    conversion.id,
    conversion.receivedAtMs,
    conversion.linkId,
    conversion.userId,
    conversion.eventType,
    conversion.valueCents,
    conversion.profitCents,
    conversion.currency,
    conversion.source,
    conversion.isConfirmed ? 1 : 0,
    conversion.isRefund ? 1 : 0,
    conversion.isAlwaysNew ? 1 : 0,
    conversion.isAnonymous ? 1 : 0,
    clean(conversion.orderId),
    click?.clickId ?? '',
    click?.variant ?? 0,
    clean(conversion.address),
    clean(conversion.userAgent),
    clean(conversion.visitorCookie),
    clean(conversion.metadata),
    ...(conversion.refundId === '' ? [] : [`${refundTag}${clean(conversion.refundId)}`]),
    ...(conversion.convertedAtMs === conversion.receivedAtMs
      ? []
      : [`${convertedTag}${conversion.convertedAtMs}`]),
  ].join('\t');
  return `${body}\t${crc32(body).toString(16)}\n`;
}

/** The conversion of a line without its newline; null when it is damaged or has another version. */
export function decodeConversion(line: string): RawConversion | null {
  const frame = line.lastIndexOf('\t');
  if (frame < 0) return null;
  const body = line.slice(0, frame);
  if (line.slice(frame + 1) !== crc32(body).toString(16)) return null;

  const fields = body.split('\t');
  if (fields[0] !== conversionVersion1 || fields.length < fieldCount) return null;
  const text = (index: number): string => fields[index] ?? '';
  const eventType = eventTypes.find((type) => type === fields[5]);
  const currency = currencies.find((code) => code === fields[8]);
  const source = sources.find((one) => one === fields[9]);
  if (eventType === undefined || currency === undefined || source === undefined) return null;

  const conversion: RawConversion = {
    id: text(1),
    receivedAtMs: Number(text(2)),
    convertedAtMs: Number(taggedValue(fields.slice(fieldCount), convertedTag) ?? text(2)),
    linkId: text(3),
    userId: text(4),
    eventType,
    valueCents: Number(text(6)),
    profitCents: Number(text(7)),
    currency,
    source,
    isConfirmed: text(10) === '1',
    isRefund: text(11) === '1',
    refundId: taggedValue(fields.slice(fieldCount), refundTag) ?? '',
    isAlwaysNew: text(12) === '1',
    isAnonymous: text(13) === '1',
    orderId: text(14),
    click: clickOf(text(15), Number(text(16))),
    address: text(17),
    userAgent: text(18),
    visitorCookie: text(19),
    metadata: text(20),
  };
  const { receivedAtMs, convertedAtMs, valueCents, profitCents } = conversion;
  const counts = [receivedAtMs, convertedAtMs, valueCents, profitCents];
  const ids = [conversion.id, conversion.linkId, conversion.userId];
  if (conversion.click) ids.push(conversion.click.clickId);
  return counts.every(Number.isSafeInteger) && ids.every(isId) ? conversion : null;
}

function clickOf(clickId: string, variant: number): NamedClick | null {
  return clickId === '' || !Number.isSafeInteger(variant) ? null : { clickId, variant };
}
