import { invalid } from '#core/shared/refusal';
import { dayMs } from '#core/shared/time';
import { clockDifferenceMs } from './judge-click.ts';

/** How late a conversion may be reported. */
const longestLateMs = 30 * dayMs;

/**
 * When a conversion happened, in milliseconds; `sent` is a time in ISO 8601, null for now. Refuses
 * `invalid` for a time that is not of the last 30 days.
 */
export function convertedAtOf(sent: string | null, receivedAtMs: number): number {
  if (sent === null) return receivedAtMs;
  const atMs = Date.parse(sent);
  const lateMs = receivedAtMs - atMs;
  if (lateMs > longestLateMs || lateMs < -clockDifferenceMs) {
    throw invalid({ path: 'convertedAt', message: 'Send a time of the last 30 days' });
  }
  return Math.min(atMs, receivedAtMs);
}
