import { oneDecimal } from '#web/format.ts';

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Bytes in the largest fitting unit of a thousand; a dash when unknown. */
export function bytesLabel(bytes: number | null): string {
  if (bytes === null) return '—';
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(bytes || 1) / 3)));
  return `${oneDecimal(bytes / 1000 ** power)} ${units[power] ?? 'B'}`;
}

/** Seconds in words that fit beside a number. */
export function durationLabel(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 120) return `${oneDecimal(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
