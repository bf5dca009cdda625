import { dayMs, hourMs, minuteMs, secondMs } from '#core/shared/time';

/**
 * The pauses between the attempts of one delivery, as Standard Webhooks proposes: ten attempts in
 * about 76 hours.
 */
const pausesMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
] as const;

/** Attempts of one delivery. */
export const mostAttempts = pausesMs.length + 1;

/** A part of each pause by which it is longer or shorter, so that receivers get no waves. */
const jitter = 0.1;
/** The longest pause that a receiver can ask for. */
const longestRetryAfterMs = dayMs;

type Failed = {
  /** Attempts, with the failed one. */
  readonly attempts: number;
  readonly atMs: number;
  /** From 0 to 1. */
  readonly random: number;
  /** The pause that the receiver asks for; null: none. */
  readonly askedMs: number | null;
};

/** When to send again after a failure; null: the last attempt has failed. */
export function nextAttemptMs({ attempts, atMs, random, askedMs }: Failed): number | null {
  const pauseMs = pausesMs[attempts - 1];
  if (pauseMs === undefined) return null;
  const jitteredMs = pauseMs * (1 - jitter + 2 * jitter * random);
  const atLeastMs = Math.min(askedMs ?? 0, longestRetryAfterMs);
  return atMs + Math.round(Math.max(jitteredMs, atLeastMs));
}

/** The pause of a `Retry-After` header (RFC 9110): seconds, or a date. Null for any other text. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * secondMs;
  const dateMs = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
}
