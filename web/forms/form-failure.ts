import { ApiError } from '#web/api-error.ts';

/** The server's sentence, or the fallback where no server answered. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.status !== 0 ? error.message : fallback;
}

/** The server's words about what the person can do something about; else the fallback. */
export function refusalOr(error: unknown, fallback: string): string {
  const isAboutThem = error instanceof ApiError && (error.status === 422 || error.status === 429);
  return isAboutThem ? error.message : fallback;
}
