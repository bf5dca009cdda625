import type { Conversion } from '#contract/conversions/programs';
import { splitLetters } from '#contract/split-tests/split-words';
import { isRefund, type ListedConversion } from './conversion.ts';
import { shownVersion } from './version.ts';

/** A conversion as the screens show it. Money is in cents. */
export function shownConversion(conversion: ListedConversion) {
  const { valueCents: value, profitCents: profit, convertedAtMs } = conversion;
  return {
    ...conversion,
    value,
    profit,
    isRefund: isRefund(conversion),
    convertedAt: new Date(convertedAtMs),
    metadata: objectOf(conversion.metadata),
  };
}

/** A conversion as programs read it: null for what is unknown. */
export function conversionForPrograms(conversion: ListedConversion): Conversion {
  const { orderId, variant, country, device, referrer, updatedAtMs } = conversion;
  return {
    ...shownConversion(conversion),
    version: shownVersion(conversion.version),
    orderId: orderId || null,
    variant: splitLetters[variant - 1] ?? null,
    country: country || null,
    device: device === 'unknown' ? null : device,
    referrer: referrer || null,
    updatedAt: new Date(updatedAtMs),
  };
}

/** The object of a JSON text; null for other text. */
function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  if (!text.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
