import { isRefund, type ListedConversion } from './conversion.ts';

/** A conversion as its owner sees it. Money is in cents. */
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
