import type { RunningResult } from '#core/analytics/sql/run-statement';
import { minuteMs, secondMs } from '#core/shared/time';
import { takenInTime } from '#adapters/http/heavy/taken-in-time';
import type { Encoding } from './encoding.ts';

/**
 * A result up to this length is read at once, so that its place is freed without waiting for the
 * client.
 */
const shortBytes = 256 * 1024;

/** A long result takes memory while it waits. */
const patience = { graceMs: 5 * secondMs, bytesPerSecond: 256 * 1024, mostMs: 2 * minuteMs };

/**
 * The body of a result, passed through as fast as the client reads. Its place ends when the result
 * has been sent, dropped or, for a short one, read.
 */
export async function resultBody(
  { result, end }: RunningResult,
  encoding: Encoding | null = null,
): Promise<ReadableStream<Uint8Array>> {
  if (result.bytes === null || result.bytes > shortBytes) {
    return takenInTime(encoded(result.body, encoding), end, patience);
  }
  try {
    const whole = await new Response(result.body).arrayBuffer();
    const body = new Blob([whole]).stream();
    return encoded(body, encoding);
  } finally {
    end();
  }
}

function encoded(body: ReadableStream<Uint8Array<ArrayBuffer>>, encoding: Encoding | null) {
  return encoding === null ? body : encoding.of(body);
}
