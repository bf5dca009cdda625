import { ApiError, unreachable } from '#web/api-error.ts';

/** The server's message, or the fallback when no server responded. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.status !== 0 ? error.message : fallback;
}

/**
 * As `messageOf`, for a fallback that blames what the person typed: when nothing responded, says
 * that Waypost cannot be reached.
 */
export function messageOrUnreachable(error: unknown, fallback: string): string {
  const isUnreachable = error instanceof ApiError && error.code === unreachable;
  return isUnreachable ? error.message : messageOf(error, fallback);
}

/** The server's message for invalid input (422) and rate limits (429), else the fallback. */
export function refusalOr(error: unknown, fallback: string): string {
  const isAboutThem = error instanceof ApiError && (error.status === 422 || error.status === 429);
  return isAboutThem ? error.message : fallback;
}
